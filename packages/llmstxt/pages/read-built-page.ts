import { findRefreshUrl } from '../src/answer/find-refresh-url.ts';
import { forbidsIndex } from '../src/answer/forbids-index.ts';
import { isMissingName } from '../src/missing-name.ts';
import { mainText, tidy } from './main-text.ts';
import { type HtmlElement as Element, type HtmlNode as Node, readHtml } from './read-html.ts';

/** Metadata of a built page. */
export interface BuiltPage {
  readonly heading: string | null;
  /** Texts of all h1. Headings in the main text come first. */
  readonly headings: readonly string[];
  readonly title: string | null;
  readonly description: string | null;
  /** Value of og:site_name. */
  readonly siteName: string | null;
  readonly canonical: string | null;
  readonly noindex: boolean;
  /** True if it lists the tags of a Docusaurus site, its authors, or the pages of one of them. */
  readonly isIndex: boolean;
  /** Version of the documentation, in a Docusaurus site. */
  readonly version: DocsVersion | null;
  /** URL that the page redirects visitors to, as written, or null. */
  readonly redirect: string | null;
  /** Language of the page, and of its main text if that differs. */
  readonly lang: string | null;
  readonly contentLang: string | null;
  /** URL of the page in the default language, as written. */
  readonly defaultUrl: string | null;
  /** URLs of the page in each language, as written. */
  readonly alternates: readonly Alternate[];
  /** Main text as Markdown, with links as written. */
  readonly text: string;
  /** URLs of all links, as written. */
  readonly hrefs: readonly string[];
  /** Sidebar in its order. Empty without the navigation of a known theme. */
  readonly sidebar: readonly SidebarItem[];
  /** Longest list in any navigation, which serves as sidebar of a site with an unknown theme. Empty if the page has a sidebar. */
  readonly menu: readonly SidebarItem[];
}

export interface DocsVersion {
  /** Documentation that has the version, because a site may have several. */
  readonly docs: string;
  /** Name, such as `2.0`. The newest version on disk has the name `current`. */
  readonly name: string;
}

export interface Alternate {
  readonly lang: string;
  readonly href: string;
}

/** Group of a sidebar, or a link outside of groups. */
export interface SidebarItem {
  /** Name of the group. Null for a link outside of groups. */
  readonly group: string | null;
  /** URLs of pages, as written. */
  readonly hrefs: readonly string[];
}

/** Elements with the text of a page without an only article, the best first. The themes of MkDocs mark a `div` by its role. */
const MAIN: readonly ((element: Element) => boolean)[] = [
  (element) => element.tagName === 'main' || findAttribute(element, 'role') === 'main',
  ({ tagName }) => tagName === 'body',
];

const DOCUSAURUS_INDEX = /^(?:blog|docs?)_(?:tags?|authors?)_/;

/** Reads the HTML of a page from a generator. */
export function readBuiltPage(html: string): BuiltPage {
  const root = readHtml(html);
  const all = listElements(root);
  // Several articles are cards or the start of posts.
  const [article, ...otherArticles] = all.filter(({ tagName }) => tagName === 'article');
  const around = MAIN.flatMap((isMain) => all.find(isMain) ?? [])[0];
  // Minifiers omit the tags of the body.
  const main = (otherArticles.length === 0 ? article : null) ?? around ?? root;
  const sidebar = withPages(all.some(isTocItem) ? readToc(all) : readList(all));
  return {
    heading: realName(toHeading(all.find(({ tagName }) => tagName === 'h1'))),
    headings: listHeadings(main, all),
    title: realName(findText(all.find(({ tagName }) => tagName === 'title'))),
    description: realName(findContent(all, 'name', 'description')),
    siteName: realName(findContent(all, 'property', 'og:site_name')),
    canonical: hrefOfLink(all, (element) =>
      (findAttribute(element, 'rel') ?? '').toLowerCase().split(/\s+/).includes('canonical'),
    ),
    alternates: listAlternates(all),
    defaultUrl: hrefOfLink(all, (element) => findAttribute(element, 'hreflang')?.toLowerCase() === 'x-default'),
    lang:
      findAttribute(
        all.find(({ tagName }) => tagName === 'html'),
        'lang',
      )?.trim() || null,
    contentLang:
      findAttribute(
        all.find(({ tagName }) => tagName === 'main'),
        'lang',
      )?.trim() || null,
    text: mainText(main),
    hrefs: listHrefs(all),
    redirect: findRedirect(all),
    noindex: all.some((element) => isMeta(element, 'robots') && forbidsIndex(findAttribute(element, 'content') ?? '')),
    isIndex: DOCUSAURUS_INDEX.test(findContent(all, 'name', 'docusaurus_tag') ?? ''),
    version: findVersion(all),
    sidebar,
    menu: sidebar.length > 0 ? [] : withPages(readItems(findLongestList(all))),
  };
}

/** Class of a badge, such as `VPBadge`, `badge-new` or `sl-badge`. */
const BADGE = /(?:^|[\s_-])(?:VP)?badge(?:[\s_-]|$)/i;

/**
 * Removes badges, and the anchor link that generators put into a heading, such as `#`, `¶` or a zero-width character.
 */
function toHeading(heading: Element | undefined): string | null {
  if (heading === undefined) return null;
  const isExtra = (node: Node) =>
    'tagName' in node &&
    (findAttribute(node, 'href')?.startsWith('#') === true || BADGE.test(findAttribute(node, 'class') ?? ''));
  const words = heading.childNodes.filter((node) => !isExtra(node)).map(collectText);
  return tidy(words.join('')) || findText(heading);
}

function listHeadings(main: Element, all: readonly Element[]): readonly string[] {
  const elements = [...listElements(main), ...all].filter(({ tagName }) => tagName === 'h1');
  return [...new Set(elements.flatMap((element) => toHeading(element) ?? []))];
}

function listAlternates(all: readonly Element[]): readonly Alternate[] {
  return all.flatMap((element) => {
    const [lang, href] = [findAttribute(element, 'hreflang')?.toLowerCase(), findAttribute(element, 'href')];
    return element.tagName === 'link' && lang && lang !== 'x-default' && href !== null ? [{ lang, href }] : [];
  });
}

/** Returns the target of a redirect, without its fragment. */
function findRedirect(all: readonly Element[]): string | null {
  const refresh = all.find((element) => findAttribute(element, 'http-equiv')?.toLowerCase() === 'refresh');
  return findRefreshUrl(findAttribute(refresh, 'content') ?? '')?.replace(/#.*$/s, '') || null;
}

function hrefOfLink(all: readonly Element[], isWanted: (element: Element) => boolean): string | null {
  return findAttribute(
    all.find((element) => element.tagName === 'link' && isWanted(element)),
    'href',
  );
}

/** Leaves out items without links. */
function withPages(items: readonly SidebarItem[]): readonly SidebarItem[] {
  return items.filter(({ hrefs }) => hrefs.length > 0);
}

/**
 * Classes or id of the navigation of Starlight, Docusaurus, Material for MkDocs, Quarto, Docsy, Antora and Just the Docs, VuePress,
 * and docfx. The bar at the top is last, because a page may have both.
 */
const NAVIGATIONS = [
  'top-level',
  'theme-doc-sidebar-menu',
  'md-nav__list',
  'quarto-sidebar',
  'td-sidebar-nav__section',
  'nav-list',
  'sidebar-links',
  'vp-sidebar-items',
  'nav level1',
  'navbar-nav',
];

/** Reads a list of items. VitePress has no list, and writes a `section` for each item. */
function readList(all: readonly Element[]): readonly SidebarItem[] {
  const navigation = findNavigation(all);
  if (navigation === undefined) {
    return all.filter((element) => hasClass(element, 'VPSidebarItem', 'level-0')).map(readItem);
  }
  return readItems([navigation, ...listElements(navigation)].find(isPageList));
}

/** Returns the best of the known navigations. */
function findNavigation(all: readonly Element[]): Element | undefined {
  const names = all.map((each) => ` ${findAttribute(each, 'class')} ${findAttribute(each, 'id')} `.replace(/\s/g, ' '));
  const places = NAVIGATIONS.map((navigation) => names.findIndex((text) => text.includes(` ${navigation} `)));
  return all[places.find((at) => at >= 0) ?? -1];
}

function readItems(list: Element | undefined): readonly SidebarItem[] {
  const [only, ...others] = (list?.childNodes ?? []).filter((node) => 'tagName' in node);
  if (only === undefined) return [];
  return others.length === 0 ? readOnlyItem(only) : [only, ...others].map(readItem);
}

/** Returns the list with the most links in a navigation, but not in a footer. */
function findLongestList(all: readonly Element[]): Element | undefined {
  const footers = new Set(all.filter(({ tagName }) => tagName === 'footer').flatMap((footer) => listElements(footer)));
  return all
    .filter((element) => /^(?:nav|aside)$/.test(element.tagName) && !footers.has(element))
    .flatMap(outerLists)
    .map((list) => ({ list, size: listHrefs(listElements(list)).length }))
    .sort((a, b) => b.size - a.size)[0]?.list;
}

/** Returns the lists of pages below a node that are in no other such list. */
function outerLists(node: Element): readonly Element[] {
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return [];
    return isPageList(child) ? [child] : outerLists(child);
  });
}

/** Reads the only item of a list. Antora and Docsy put all groups into it. */
function readOnlyItem(item: Element): readonly SidebarItem[] {
  const inside = listElements(item);
  const { group } = readItem(item);
  const at = inside.findIndex(isPageList);
  const nested = (inside[at]?.childNodes ?? []).map(readItem);
  const own = at < 0 ? inside : inside.slice(0, at);
  return [{ group, hrefs: listTargets(own) }, ...nested.map((each) => ({ ...each, group: each.group ?? group }))];
}

function readItem(item: Node): SidebarItem {
  const inside = listElements(item);
  return { group: findText(findLabel(inside)), hrefs: listTargets(inside) };
}

/** Returns the URLs of links, without the link `#` that opens a group. */
function listTargets(elements: readonly Element[]): readonly string[] {
  return listHrefs(elements).filter((href) => href !== '#');
}

/**
 * Returns the name of a group, which is the first element with a text before the list of its pages. VitePress marks a group by an
 * `h2`, and Docusaurus has no list in a closed group.
 */
function findLabel(inside: readonly Element[]): Element | undefined {
  const at = inside.findIndex(isPageList);
  if (at < 0) return inside.find((each) => each.tagName === 'h2' || hasClass(each, 'menu__list-item-collapsible'));
  return inside.slice(0, at).find((each) => findText(each) !== null && !listElements(each).some(isPageList));
}

/** Reports whether an element is a list of pages, and not of the headings of a page. */
function isPageList(element: Element): boolean {
  return /^[uo]l$/.test(element.tagName) && listHrefs(listElements(element)).some((href) => !href.includes('#'));
}

/**
 * Reads the contents of Sphinx, of the MkDocs theme that derives from Sphinx, and of mdBook. A caption comes before its pages.
 */
function readToc(all: readonly Element[]): readonly SidebarItem[] {
  let group: string | null = null;
  return all.flatMap((element) => {
    if (hasClass(element, 'caption-text') || hasClass(element, 'part-title')) group = findText(element);
    return isTocItem(element) ? [{ group, hrefs: listHrefs(listElements(element)) }] : [];
  });
}

function isTocItem(element: Element): boolean {
  return hasClass(element, 'toctree-l1') || hasClass(element, 'chapter-item');
}

function listHrefs(elements: readonly Element[]): readonly string[] {
  return elements.flatMap((element) => (element.tagName === 'a' ? (findAttribute(element, 'href') ?? []) : []));
}

function findVersion(all: readonly Element[]): DocsVersion | null {
  const [name, tag] = ['version', 'tag'].map((each) => findContent(all, 'name', `docusaurus_${each}`));
  return name && tag?.endsWith(`-${name}`) ? { docs: tag.slice(0, -name.length), name } : null;
}

/** Returns all elements below a node in text order, without templates. Appends to one array, because pages have many elements. */
function listElements(node: Node | undefined, found: Element[] = []): readonly Element[] {
  if (node === undefined || !('childNodes' in node)) return found;
  for (const child of node.childNodes) {
    if (!('tagName' in child) || child.tagName === 'template') continue;
    found.push(child);
    listElements(child, found);
  }
  return found;
}

/** Reports whether an element is a meta element with this name. The search pages of Docusaurus have `property` in place of `name`. */
function isMeta(element: Element, name: string): boolean {
  const names = [findAttribute(element, 'name'), findAttribute(element, 'property')];
  return element.tagName === 'meta' && names.some((each) => each?.toLowerCase() === name);
}

function findContent(all: readonly Element[], by: 'name' | 'property', name: string): string | null {
  const meta = all.find((element) => element.tagName === 'meta' && findAttribute(element, by)?.toLowerCase() === name);
  return tidy(findAttribute(meta, 'content') ?? '') || null;
}

/** Returns null for a placeholder, because MkDocs writes "None" for a missing description. */
function realName(text: string | null): string | null {
  return text === null || isMissingName(text) ? null : text;
}

function findAttribute(element: Element | undefined, name: string): string | null {
  return element?.attributes.get(name) ?? null;
}

function hasClass(element: Element, ...names: readonly string[]): boolean {
  const text = findAttribute(element, 'class') ?? '';
  // Most elements have other classes, and `includes` is faster than `split`.
  return names.every((name) => text.includes(name) && text.split(/\s+/).includes(name));
}

function findText(node: Node | undefined): string | null {
  return tidy(collectText(node)) || null;
}

function collectText(node: Node | undefined): string {
  if (node === undefined) return '';
  if ('value' in node) return node.value;
  if ('tagName' in node && node.tagName === 'br') return ' ';
  return 'childNodes' in node ? node.childNodes.map(collectText).join('') : '';
}
