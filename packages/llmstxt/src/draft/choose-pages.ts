import type { PageFacts, PageRegion } from './page-facts.ts';
import { findPageKind } from './page-kind.ts';
import { languagePrefix, otherLanguage } from './page-language.ts';
import { normalizePageUrl, pageKey, type Site, toSegments } from './site-url.ts';

/** Page chosen for the file before it was read. */
export interface PageChoice {
  readonly url: string;
  /** Group of the page, which is a first path segment or another host of the site. Empty for top-level pages. */
  readonly group: string;
  /** Text of the homepage's link, if it is short and unique. */
  readonly text: string | null;
  /** True if agents may skip the page. */
  readonly optional: boolean;
}

/** Most links, about as many as a person would list. */
export const MAX_DRAFT_LINKS = 60;
const MAX_OPTIONAL = 6;
/** Longest name. A longer link text is a teaser. */
const MAX_TEXT_CHARS = 80;
/** Most pages per group, so that a blog does not fill the file. */
const MAX_PER_GROUP = 12;
/** Navigation links come first. Pages from a sitemap follow by depth. */
const REGION_RANK: Readonly<Record<PageRegion, number>> = { nav: 0, header: 1, main: 2, footer: 4 };
const SITEMAP_RANK = 2;
/** End of a link text that only invites to a page, such as "More articles...". */
const INVITES = /(?:\.{3}|[…→»›])$/u;
const DATED = /\/(?:19|20)\d\d\//;

export interface KnownPages {
  readonly homepage: Pick<PageFacts, 'links' | 'language'> | null;
  /** Sitemap URLs in order. */
  readonly sitemapUrls: readonly string[];
  /** Reports whether robots.txt disallows the page. */
  readonly isForbidden?: (url: string) => boolean;
}

interface Candidate {
  readonly url: string;
  readonly rank: number;
  readonly order: number;
  text: string | null;
}

/** Chooses representative pages, most important first. */
export function choosePages(site: Site, known: KnownPages): PageChoice[] {
  const candidatePages = candidates(site, known);
  const urls = candidatePages.map(({ url }) => url);
  const foreign = otherLanguage(urls, site.home.href, known.homepage?.language ?? null);
  const allowed = candidatePages.filter(({ url }) => !foreign(url) && !known.isForbidden?.(url));
  // Skip URLs with a query unless the site has few other URLs, because most such URLs are filters or page numbers.
  const plain = allowed.filter(({ url }) => !new URL(url).search);
  const usable = plain.length >= 3 ? plain : allowed;
  const groups = createGrouping(usable, site);
  const pages = usable
    .filter(({ url }) => findPageKind(url) === 'page')
    .sort((a, b) => a.rank - b.rank || a.order - b.order);
  const legal = usable.filter(({ url }) => findPageKind(url) === 'legal').slice(0, MAX_OPTIONAL);
  const isName = createNameCheck(candidatePages);
  const choice = ({ url, text }: Candidate, optional: boolean): PageChoice => ({
    url,
    text: isName(text) ? text : null,
    optional,
    group: groups(url),
  });
  const chosen = withinGroups(pages, groups).slice(0, MAX_DRAFT_LINKS - legal.length);
  return [...chosen.map((page) => choice(page, false)), ...legal.map((page) => choice(page, true))];
}

function candidates(site: Site, { homepage, sitemapUrls }: KnownPages): Candidate[] {
  const byKey = new Map<string, Candidate>();
  const home = pageKey(site.home.href);
  const add = (href: string, text: string | null, rankOf: (url: string) => number) => {
    const url = normalizePageUrl(href, site);
    const key = url && pageKey(url);
    if (!url || !key || key === home) return;
    const earlier = byKey.get(key);
    if (earlier) earlier.text ||= text;
    else byKey.set(key, { url, text: text || null, rank: rankOf(url), order: byKey.size });
  };
  for (const { url, text, region } of homepage?.links ?? []) add(url, text, () => REGION_RANK[region]);
  for (const url of sitemapUrls)
    add(url, null, (listed) => SITEMAP_RANK + depth(listed) + (DATED.test(listed) ? 3 : 0));
  return [...byKey.values()];
}

/** Reports whether a link text names one page, unlike `Read more`. */
function createNameCheck(pages: readonly Candidate[]): (text: string | null) => boolean {
  const names = new Set<string>();
  const repeated = new Set<string>();
  for (const { text } of pages) {
    if (text === null) continue;
    if (names.has(text)) repeated.add(text);
    names.add(text);
  }
  return (text) => text !== null && text.length <= MAX_TEXT_CHARS && !repeated.has(text) && !INVITES.test(text);
}

function depth(url: string): number {
  return toSegments(url).length - (languagePrefix(url) ? 1 : 0);
}

/** Takes at most `MAX_PER_GROUP` pages of each group first, then the other pages. */
function withinGroups(pages: readonly Candidate[], groupOf: (url: string) => string): Candidate[] {
  const counts = new Map<string, number>();
  const first: Candidate[] = [];
  const later: Candidate[] = [];
  for (const page of pages) {
    const group = groupOf(page.url);
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    (group !== '' && count > MAX_PER_GROUP ? later : first).push(page);
  }
  return [...first, ...later];
}

/** Returns a page's group: another host, or the first path segment if several pages share it. */
function createGrouping(pages: readonly Candidate[], site: Site): (url: string) => string {
  const parents = new Set<string>();
  for (const { url } of pages) if (depth(url) > 1 && new URL(url).host === site.home.host) parents.add(head(url));
  return (url) => {
    const { host } = new URL(url);
    if (host !== site.home.host) return host;
    return parents.has(head(url)) ? head(url) : '';
  };
}

function head(url: string): string {
  const segments = toSegments(url);
  const first = segments[languagePrefix(url) ? 1 : 0] ?? '';
  return first.toLowerCase().replace(/\.(?:html?|php|aspx?|md)$/, '');
}
