import { escapeParentheses } from '../src/address/normalize-url.ts';
import { bareName, nameFromPath, titleCleaner, withoutBrackets } from '../src/draft/page-names.ts';
import { siteNameOf, stringify } from '../src/index.ts';
import { isSame } from '../src/rules/notes-repeat-name.ts';
import type { BuiltPage } from './read-built-page.ts';
import type { FoundPage } from './read-site.ts';
import { absoluteUrl, decodePath } from './site-address.ts';

/** Section of the pages whose path starts with one of `paths`. */
export interface SectionOption {
  readonly title: string;
  readonly paths: readonly string[];
}

/** Options of the author. Other data comes from the pages. */
export interface FileOptions {
  /** Name of the site. Default: from the pages. */
  readonly title?: string | undefined;
  /** Default: the description of the homepage. */
  readonly summary?: string | undefined;
  /** Sections in order. Other pages are grouped by the site's sidebar or by path. */
  readonly sections?: readonly SectionOption[] | undefined;
  /** Path prefixes of pages that agents may skip. The pages come last, under `Optional`. */
  readonly optional?: readonly string[] | undefined;
}

export interface PlacedPage extends FoundPage {
  /** Decoded path below the site's base, without leading and trailing slashes: `guides/install`; empty for the homepage. */
  readonly path: string;
}

interface Entry {
  readonly title: string;
  readonly href: string;
  readonly notes: string | null;
}

const OPTIONAL = 'Optional';
/** Section of pages without a folder. */
const TOP = 'Pages';

/**
 * Writes an llms.txt of a site's pages. The homepage gives name and summary, and is an entry only if it is the only
 * page. A page to which the homepage redirects also gives name and summary.
 * @param shared descriptions of the site, which are not notes of a page
 */
export function composeFile(
  pages: readonly PlacedPage[],
  options: FileOptions,
  site: string,
  shared: ReadonlySet<string> = new Set(),
): string {
  const others = pages.length > 1 ? pages.filter(({ path }) => path !== '') : pages;
  const places = sidebarPlaces(pages);
  const title = siteTitle(pages, options, site);
  const toName = createPageNames(pages, title);
  const folders = new Set(pages.flatMap(({ path }) => (path.includes('/') ? (path.split('/')[0] ?? []) : [])));
  const sections = new Map<string, Entry[]>((options.sections ?? []).map(({ title }) => [title, []]));
  for (const placed of inOrder(others, places)) {
    const named = toSection(placed.path, options, places.get(toKey(placed.url))?.group ?? null, folders);
    // A folder and a group of the sidebar may have one name in different letters.
    const section = [...sections.keys()].find((key) => key.toLowerCase() === named.toLowerCase()) ?? named;
    const entries = sections.get(section) ?? [];
    const name = withoutBrackets(toName(placed));
    entries.push({ title: name, href: escapeParentheses(placed.url), notes: findNotes(placed.page, name, shared) });
    sections.set(section, entries);
  }
  const filled = [...sections].filter(([name, links]) => name !== OPTIONAL && links.length > 0);
  const optional = sections.get(OPTIONAL) ?? [];
  return stringify({
    title,
    summary: findSummary(findHome(pages), options),
    details: '',
    sections: [...filled, ...(optional.length > 0 ? [[OPTIONAL, optional] as const] : [])].map(([name, links]) => ({
      title: name,
      links,
    })),
  });
}

/**
 * Returns the description of a page, or null if it says nothing about the page. Docusaurus takes the first line of a page without a
 * description, which may be a heading or a row of a table.
 */
function findNotes({ description, text }: BuiltPage, name: string, shared: ReadonlySet<string>): string | null {
  if (description === null || isSame(name, description) || shared.has(description)) return null;
  const isHeading = text.split('\n').some((line) => line.startsWith('#') && line.replace(/^#+ /, '') === description);
  return isHeading || description.startsWith('|') ? null : description;
}

/** Writes the text of all pages. The homepage comes first, then pages in the order of the llms.txt. Links are absolute. */
export function composeFullFile(pages: readonly PlacedPage[], options: FileOptions, site: string): string {
  const title = siteTitle(pages, options, site);
  const home = findHome(pages);
  const summary = findSummary(home, options);
  const toName = createPageNames(pages, title);
  const others = inOrder(pages, sidebarPlaces(pages)).filter((page) => page !== home);
  const texts = [...(home === undefined ? [] : [home]), ...others].map(
    (page) => `## ${toName(page)}\n\nURL: ${page.url}\n\n${withAbsoluteLinks(page.page.text, page.url)}`,
  );
  return `${[`# ${title}`, ...(summary === null ? [] : [`> ${summary}`]), ...texts].map((text) => text.trim()).join('\n\n')}\n`;
}

function withAbsoluteLinks(text: string, url: string): string {
  return text.replace(/\]\(([^()\s]+)\)/g, (_link, href: string) => `](${absoluteUrl(href, url) ?? href})`);
}

/**
 * Returns the name of each page. The name is the heading, title or path that the fewest pages share, and the first of several.
 * Some themes write the name of the site as heading or title of every page.
 */
function createPageNames(pages: readonly PlacedPage[], siteName: string): (page: PlacedPage) => string {
  const clean = titleCleaner(
    [siteName],
    pages.flatMap(({ page }) => page.title ?? []),
  );
  const isSite = (name: string) => bareName(name) === bareName(siteName);
  const listCandidates = ({ url, path, page: { headings, title } }: PlacedPage): readonly Candidate[] => [
    ...headings.map((name) => ({ name, kind: 'heading' })),
    ...(title === null || isSite(clean(title)) ? [] : [{ name: clean(title), kind: 'title' }]),
    { name: nameFromPath(url) ?? path, kind: 'path' },
  ];
  const keyOfName = ({ name, kind }: Candidate) => `${kind} ${name.toLowerCase()}`;
  const counts = new Map<string, number>();
  for (const key of pages.flatMap((page) => listCandidates(page).map(keyOfName))) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const findCount = (candidate: Candidate) => counts.get(keyOfName(candidate)) ?? 0;
  return (page) => {
    if (page.path === '') return siteName;
    return listCandidates(page).reduce((best, next) => (findCount(next) < findCount(best) ? next : best)).name;
  };
}

interface Candidate {
  readonly name: string;
  readonly kind: string;
}

/** Returns the homepage, or the page to which the address of the site redirects. */
function findHome(pages: readonly PlacedPage[]): PlacedPage | undefined {
  return pages.find(({ path }) => path === '') ?? pages.find(({ isStart }) => isStart);
}

function siteTitle(pages: readonly PlacedPage[], options: FileOptions, site: string): string {
  if (options.title?.trim()) return options.title;
  const home = findHome(pages);
  const siteName = pages.find(({ page }) => page.siteName !== null)?.page.siteName ?? null;
  const titles = pages.flatMap(({ page }) => page.title ?? []);
  return siteNameOf(new URL(site).hostname, siteName, home?.page.title ?? null, titles);
}

function findSummary(home: PlacedPage | undefined, options: FileOptions): string | null {
  return options.summary?.trim() || (home?.page.description ?? null);
}

interface SidebarPlace {
  readonly group: string | null;
  readonly index: number;
}

/**
 * Merges the sidebars of all pages, because a site may have several, and Docusaurus hides the links of closed groups.
 * The first sidebar with a page in a group gives its group. Sidebars come in the order of the homepage's links.
 */
function sidebarPlaces(pages: readonly PlacedPage[]): ReadonlyMap<string, SidebarPlace> {
  const groups = new Map<string, string | null>();
  const order: string[] = [];
  for (const { url, page } of inLinkOrder(pages)) {
    let previous: string | null = null;
    for (const { group, hrefs } of page.sidebar) {
      for (const key of hrefs.flatMap((href) => absoluteUrl(href, url) ?? []).map(toKey)) {
        if (!groups.has(key)) order.splice(previous === null ? order.length : order.indexOf(previous) + 1, 0, key);
        groups.set(key, groups.get(key) ?? group);
        previous = key;
      }
    }
  }
  return new Map(order.map((key, index) => [key, { group: groups.get(key) ?? null, index }]));
}

/** Sorts pages by the first link to them on the homepage. */
function inLinkOrder(pages: readonly PlacedPage[]): readonly PlacedPage[] {
  const home = findHome(pages);
  const linked = (home?.page.hrefs ?? []).flatMap((href) => absoluteUrl(href, home?.url ?? href) ?? []);
  const ranks = new Map(linked.map((url, index) => [toKey(url), index] as const).reverse());
  const findRank = ({ url }: PlacedPage) => ranks.get(toKey(url)) ?? linked.length;
  return pages.toSorted((a, b) => findRank(a) - findRank(b));
}

/** Sorts pages by the sidebar, then by path. */
function inOrder(pages: readonly PlacedPage[], places: ReadonlyMap<string, SidebarPlace>): readonly PlacedPage[] {
  const findIndex = ({ url }: PlacedPage) => places.get(toKey(url))?.index ?? places.size;
  return pages.toSorted((a, b) => findIndex(a) - findIndex(b) || (a.path < b.path ? -1 : 1));
}

/** `folders` contains the top folders of the site's pages. */
function toSection(
  path: string,
  { sections = [], optional = [] }: FileOptions,
  group: string | null,
  folders: ReadonlySet<string>,
): string {
  if (optional.some((start) => isUnder(path, start))) return OPTIONAL;
  const named = sections.find(({ paths }) => paths.some((start) => isUnder(path, start)));
  if (named !== undefined) return named.title;
  if (group !== null) return group;
  const [first = ''] = path.split('/');
  const words = (folders.has(first) ? first : '').replace(/[-_]+/g, ' ').trim();
  return words === '' ? TOP : words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Reports whether a path is above another: `guides` is above `guides/install`, but not above `guides-old`. `guides/install.html`
 * names only its page. `start` may be decoded or not.
 */
export function isUnder(path: string, start: string): boolean {
  return [start, decodePath(start)].some((name) => {
    if (/\.html?$/i.test(name)) return path === pagePath(name);
    const folder = trimSlashes(name);
    return folder === '' || path === folder || path.startsWith(`${folder}/`);
  });
}

export function trimSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}

/** Removes slashes and the name of the file from a path, so that all paths of a page are equal. */
export function pagePath(path: string): string {
  return trimSlashes(path.replace(/(?:\/index)?\.html?$/i, ''));
}

function toKey(url: string): string {
  return pagePath(new URL(url).pathname);
}
