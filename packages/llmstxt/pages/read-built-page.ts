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
  /** Sidebar in its order. Empty without a sidebar of Starlight, Docusaurus, VitePress, Sphinx or MkDocs. */
  readonly sidebar: readonly SidebarItem[];
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

/** Elements with the text of a page, the best first. The themes of MkDocs mark a `div` by its role. */
const MAIN: readonly ((element: Element) => boolean)[] = [
  ({ tagName }) => tagName === 'article',
  (element) => element.tagName === 'main' || attributeOf(element, 'role') === 'main',
  ({ tagName }) => tagName === 'body',
];

const DOCUSAURUS_INDEX = /^(?:blog|docs?)_(?:tags?|authors?)_/;

/** Reads the HTML of a page from a generator. */
export function readBuiltPage(html: string): BuiltPage {
  const root = readHtml(html);
  const all = [...elementsOf(root)];
  // Minifiers omit the tags of the body.
  const main = MAIN.flatMap((isMain) => all.find(isMain) ?? [])[0] ?? root;
  return {
    heading: realName(headingOf(all.find(({ tagName }) => tagName === 'h1'))),
    headings: headingsOf(main, all),
    title: realName(textOf(all.find(({ tagName }) => tagName === 'title'))),
    description: realName(contentOf(all, 'name', 'description')),
    siteName: realName(contentOf(all, 'property', 'og:site_name')),
    canonical: hrefOfLink(all, (element) => attributeOf(element, 'rel') === 'canonical'),
    alternates: alternatesOf(all),
    defaultUrl: hrefOfLink(all, (element) => attributeOf(element, 'hreflang') === 'x-default'),
    lang:
      attributeOf(
        all.find(({ tagName }) => tagName === 'html'),
        'lang',
      )?.trim() || null,
    contentLang:
      attributeOf(
        all.find(({ tagName }) => tagName === 'main'),
        'lang',
      )?.trim() || null,
    text: mainText(main),
    hrefs: hrefsOf(all),
    redirect: redirectOf(all),
    noindex: all.some((element) => isMeta(element, 'robots') && forbidsIndex(attributeOf(element, 'content') ?? '')),
    isIndex: DOCUSAURUS_INDEX.test(contentOf(all, 'name', 'docusaurus_tag') ?? ''),
    sidebar: readSidebar(all),
  };
}

/** Class of a badge, such as `VPBadge`, `badge-new` or `sl-badge`. */
const BADGE = /(?:^|[\s_-])(?:VP)?badge(?:[\s_-]|$)/i;

/**
 * Removes badges, and the anchor link that generators put into a heading, such as `#`, `¶` or a zero-width character.
 */
function headingOf(heading: Element | undefined): string | null {
  if (heading === undefined) return null;
  const isExtra = (node: Node) =>
    'tagName' in node &&
    (attributeOf(node, 'href')?.startsWith('#') === true || BADGE.test(attributeOf(node, 'class') ?? ''));
  const words = heading.childNodes.filter((node) => !isExtra(node)).map(collectText);
  return tidy(words.join('')) || textOf(heading);
}

function headingsOf(main: Element, all: readonly Element[]): readonly string[] {
  const elements = [...elementsOf(main), ...all].filter(({ tagName }) => tagName === 'h1');
  return [...new Set(elements.flatMap((element) => headingOf(element) ?? []))];
}

function alternatesOf(all: readonly Element[]): readonly Alternate[] {
  return all.flatMap((element) => {
    const [lang, href] = [attributeOf(element, 'hreflang')?.toLowerCase(), attributeOf(element, 'href')];
    return element.tagName === 'link' && lang && lang !== 'x-default' && href !== null ? [{ lang, href }] : [];
  });
}

/** Returns the target of a redirect, without its fragment. A refresh without a URL only reloads the page. */
function redirectOf(all: readonly Element[]): string | null {
  const refresh = all.find((element) => attributeOf(element, 'http-equiv')?.toLowerCase() === 'refresh');
  const [, url = ''] = /^[^;,]*[;,]\s*(?:url\s*=)?\s*(.*)$/is.exec(attributeOf(refresh, 'content') ?? '') ?? [];
  const target = url.trim().replace(/^(["'])(.*?)\1.*$/s, '$2');
  return target.replace(/#.*$/s, '') || null;
}

function hrefOfLink(all: readonly Element[], isWanted: (element: Element) => boolean): string | null {
  return attributeOf(
    all.find((element) => element.tagName === 'link' && isWanted(element)),
    'href',
  );
}

function readSidebar(all: readonly Element[]): readonly SidebarItem[] {
  const items = all.some(isTocItem) ? readToc(all) : readList(all);
  return items.filter(({ hrefs }) => hrefs.length > 0);
}

/** Lists with the navigation of Starlight, Docusaurus, Material for MkDocs, and the default theme of MkDocs. */
const LISTS = ['top-level', 'theme-doc-sidebar-menu', 'md-nav__list', 'navbar-nav'];

/**
 * Reads a sidebar list. VitePress writes a `section` for each item, other generators write a list. A group has a `summary`, an
 * `h2`, a collapsible row, a label or a menu.
 */
function readList(all: readonly Element[]): readonly SidebarItem[] {
  const list = all.find((element) => LISTS.some((name) => hasClass(element, name)));
  const items = list?.childNodes ?? all.filter((element) => hasClass(element, 'VPSidebarItem', 'level-0'));
  return items.map((item) => {
    const inside = [...elementsOf(item)];
    return {
      group: textOf(inside.find((element) => isLabel(element, item))),
      hrefs: hrefsOf(inside.filter(isNoButton)),
    };
  });
}

/** Reports whether an element is a group's label. Material for MkDocs also writes a label for the current page. */
function isLabel(element: Element, item: Node): boolean {
  return (
    /^(?:summary|h2)$/.test(element.tagName) ||
    hasClass(element, 'menu__list-item-collapsible') ||
    hasClass(element, 'dropdown-toggle') ||
    (hasClass(element, 'md-nav__link') && 'tagName' in item && hasClass(item, 'md-nav__item--nested'))
  );
}

/** Reports whether an element is a link to a page. A group without a page is a link to `#`. */
function isNoButton(element: Element): boolean {
  return attributeOf(element, 'href') !== '#';
}

/**
 * Reads the contents of Sphinx, and of the MkDocs theme that derives from Sphinx. A caption comes before the list of its pages.
 */
function readToc(all: readonly Element[]): readonly SidebarItem[] {
  let group: string | null = null;
  return all.flatMap((element) => {
    if (hasClass(element, 'caption-text')) group = textOf(element);
    return isTocItem(element) ? [{ group, hrefs: hrefsOf([...elementsOf(element)]) }] : [];
  });
}

function isTocItem(element: Element): boolean {
  return hasClass(element, 'toctree-l1');
}

function hrefsOf(elements: readonly Element[]): readonly string[] {
  return elements.flatMap((element) => (element.tagName === 'a' ? (attributeOf(element, 'href') ?? []) : []));
}

/** Returns all elements below a node in text order, without templates. */
function* elementsOf(node: Node | undefined): Generator<Element> {
  if (node === undefined || !('childNodes' in node)) return;
  for (const child of node.childNodes) {
    if (!('tagName' in child) || child.tagName === 'template') continue;
    yield child;
    yield* elementsOf(child);
  }
}

/** Reports whether an element is a meta element with this name. The search pages of Docusaurus have `property` in place of `name`. */
function isMeta(element: Element, name: string): boolean {
  const names = [attributeOf(element, 'name'), attributeOf(element, 'property')];
  return element.tagName === 'meta' && names.some((each) => each?.toLowerCase() === name);
}

function contentOf(all: readonly Element[], by: 'name' | 'property', name: string): string | null {
  const meta = all.find((element) => element.tagName === 'meta' && attributeOf(element, by)?.toLowerCase() === name);
  return tidy(attributeOf(meta, 'content') ?? '') || null;
}

/** Returns null for a placeholder, because MkDocs writes "None" for a missing description. */
function realName(text: string | null): string | null {
  return text === null || isMissingName(text) ? null : text;
}

function attributeOf(element: Element | undefined, name: string): string | null {
  return element?.attributes.get(name) ?? null;
}

function hasClass(element: Element, ...names: readonly string[]): boolean {
  const classes = attributeOf(element, 'class')?.split(/\s+/) ?? [];
  return names.every((name) => classes.includes(name));
}

function textOf(node: Node | undefined): string | null {
  return tidy(collectText(node)) || null;
}

function collectText(node: Node | undefined): string {
  if (node === undefined) return '';
  if ('value' in node) return node.value;
  if ('tagName' in node && node.tagName === 'br') return ' ';
  return 'childNodes' in node ? node.childNodes.map(collectText).join('') : '';
}
