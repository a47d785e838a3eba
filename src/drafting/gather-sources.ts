import {
  choosePages,
  type DraftPage,
  type DraftSources,
  isOnSite,
  MAX_DRAFT_LINKS,
  type PageFacts,
  type Site,
  siteFromUrl,
} from '#llmstxt';
import { decodePage } from '../extract/decode-page.ts';
import { readPage } from '../extract/read-page.ts';
import { type Robots, type RobotsVerdict, readRobots } from '../extract/robots.ts';
import { LIMITS } from '../fetch/limits.ts';
import type { FetchResult, Net } from '../fetch/net.ts';
import type { Pacing } from '../fetch/pacing.ts';
import { DraftClient, notRequested } from './draft-client.ts';
import { readSitemaps, type SitemapPages } from './read-sitemaps.ts';
import { TwinFinder } from './twin-finder.ts';

/** One slow page must not use up the time of the others, and all that a draft takes of it stands in its head. */
const PAGE_LIMITS = { ...LIMITS.homepage, totalMs: 8_000, maxBodyBytes: 256 * 1024 };
const FORBIDDEN: ReadonlySet<RobotsVerdict> = new Set(['disallowed', 'opt-out']);

export interface GatherOptions {
  readonly openSession: Net['openSession'];
  /** Shared with the crawl, so that together they keep the pause. */
  readonly pacing: Pacing;
  /** Product token by which robots.txt files name this crawler. */
  readonly robotsToken: string;
  readonly now: () => number;
  /** A short sentence for each step. */
  readonly onProgress?: (message: string) => void;
  /** Called with the URL of the homepage, at the end of its redirects; what it throws ends the reading. */
  readonly onHomepage?: (url: string) => void;
  readonly signal?: AbortSignal;
}

export interface Gathered {
  readonly sources: DraftSources;
  /** Pages that were read, the homepage included. */
  readonly pagesRead: number;
  /** Sentences about what was missing or cut short. */
  readonly notes: readonly string[];
  /** What came for the homepage, without its body: the reason when nothing could be read. */
  readonly homepage: Pick<FetchResult, 'status' | 'failure' | 'detail'>;
}

/**
 * Reads what a draft is made of: homepage, robots.txt, sitemaps, and the pages that represent the site. Rejects with a
 * `HostBusyError` where many others wait for the same host or address.
 */
export async function gatherSources(domain: string, options: GatherOptions): Promise<Gathered> {
  const { openSession, pacing, now, signal } = options;
  const client = new DraftClient({ session: openSession(), pacing, now, signal });
  try {
    return await gather(domain, client, options);
  } finally {
    client.close();
  }
}

async function gather(
  domain: string,
  client: DraftClient,
  { robotsToken, onProgress = () => {}, onHomepage = () => {} }: GatherOptions,
): Promise<Gathered> {
  onProgress(`Reading the homepage of ${domain}`);
  const { homepage, ...first } = await readHomepage(domain, client);
  const { origin } = new URL(first.finalUrl);
  const site = siteFromUrl(`${origin}/`);
  if (first.failure !== null) return { sources: emptySources(site), pagesRead: 0, notes: [], homepage: first };
  onHomepage(first.finalUrl);

  const robotsFile = await client.get(`${origin}/robots.txt`, LIMITS.robots);
  const robots = robotsFile ? readRobots(robotsFile, robotsToken) : null;
  const isHere = (url: string) => new URL(url).origin === origin;
  const isForbidden = (url: string) => isHere(url) && FORBIDDEN.has(robots?.verdict(url) ?? 'unknown');
  onProgress('Reading the sitemaps');
  const sitemaps = await readSitemapsOf(site, origin, robots, client);

  const known = { homepage, sitemapUrls: sitemaps.urls, isForbidden };
  const chosen = choosePages(site, known).map(({ url }) => url);
  const isUnreadable = robots?.verdict(`${origin}/`) === 'unknown';
  // Another host has a robots.txt of its own; its pages are named by the links to them.
  const readable = isUnreadable ? [] : chosen.filter(isHere);
  const pages = await readPages(readable, client, homepage, onProgress);
  const notes = [
    ...homepageNotes(domain, origin, site, first.status, homepage),
    ...sitemapNotes(sitemaps),
    ...(isUnreadable ? ['robots.txt could not be read, so only the homepage was.'] : []),
    ...(chosen.length === 0 && isForbidden(`${origin}/`) ? ['robots.txt forbids reading the site.'] : []),
    ...readingNotes(client, pages.length, readable.length),
    ...choiceNotes(chosen.length, [...sitemaps.urls, ...(homepage?.links ?? []).map(({ url }) => url)]),
  ];
  const sources = { ...known, url: site.home.href, pages };
  return { sources, pagesRead: pages.length + (homepage ? 1 : 0), notes, homepage: first };
}

/** What came for the homepage, and its facts. Its body is not kept while everything else is read. */
async function readHomepage(domain: string, client: DraftClient) {
  const result = await requestHomepage(domain, client);
  const { finalUrl, status, failure, detail } = result;
  return { finalUrl, status, failure, detail, homepage: factsOf(result) };
}

/** Over https, then www; over http only where https cannot connect at all. */
async function requestHomepage(domain: string, client: DraftClient): Promise<FetchResult> {
  const url = `https://${domain}/`;
  const first = (await client.get(url, LIMITS.homepage)) ?? notRequested(url);
  if (first.failure === null) return first;
  const others = [`https://www.${domain}/`, ...(first.failure === 'connect' ? [`http://${domain}/`] : [])];
  for (const other of others) {
    const result = await client.get(other, LIMITS.homepage);
    if (result?.failure === null) return result;
  }
  return first;
}

function readSitemapsOf(site: Site, origin: string, robots: Robots | null, client: DraftClient): Promise<SitemapPages> {
  const isOwn = (url: string) => isOnSite(url, site);
  const named = (robots?.sitemaps ?? []).filter(isOwn);
  const start = named.length > 0 ? named : [`${origin}/sitemap.xml`];
  return readSitemaps(start, (url, receive) => client.get(url, LIMITS.sitemap, receive), isOwn);
}

function homepageNotes(
  domain: string,
  origin: string,
  site: Site,
  status: number | null,
  homepage: PageFacts | null,
): string[] {
  const isSameSite = isOnSite(`https://${domain}/`, site) || isOnSite(origin, siteFromUrl(`https://${domain}/`));
  return [
    ...(isSameSite ? [] : [`The homepage redirects to another site: ${site.domain}.`]),
    ...(homepage ? [] : [`The homepage answered ${status}: its title and links are missing.`]),
  ];
}

function sitemapNotes({ files, cut, urls }: SitemapPages): string[] {
  if (files === 0) return ['No sitemap was found: the pages come from the links of the homepage.'];
  return cut ? [`The sitemaps list more than was read: ${urls.length} pages were considered.`] : [];
}

function readingNotes(client: DraftClient, read: number, readable: number): string[] {
  const rest = 'the others have names from their links.';
  if (client.isOutOfTime) return [`The time was over after ${read} of ${readable} chosen pages; ${rest}`];
  if (client.isSpent) return [`The limits of a draft were reached after ${read} of ${readable} chosen pages; ${rest}`];
  return client.isRefused
    ? [`The site refused further requests after ${read} of ${readable} chosen pages; ${rest}`]
    : [];
}

function choiceNotes(chosen: number, known: readonly string[]): string[] {
  const all = new Set(known).size;
  return all > MAX_DRAFT_LINKS ? [`${chosen} of about ${all} known pages were chosen.`] : [];
}

function emptySources(site: Site): DraftSources {
  return { url: site.home.href, homepage: null, sitemapUrls: [], pages: [] };
}

function factsOf({ status, headers, body, finalUrl }: FetchResult): PageFacts | null {
  const type = headers['content-type'] ?? 'text/html';
  if (status !== 200 || !/html|xml/i.test(type)) return null;
  return readPage(decodePage(body, type), finalUrl, headers);
}

async function readPages(
  chosen: readonly string[],
  client: DraftClient,
  homepage: PageFacts | null,
  onProgress: (message: string) => void,
): Promise<DraftPage[]> {
  const pages: DraftPage[] = [];
  const getVersion = (url: string) => client.get(url, { ...LIMITS.link, totalMs: PAGE_LIMITS.totalMs });
  const twins = new TwinFinder(getVersion, homepage?.title ?? null);
  // One after the other, as the pacing would have it anyway: they are all at one host.
  for (const url of chosen) {
    const result = await client.get(url, PAGE_LIMITS);
    const facts = result && factsOf(result);
    if (!facts) continue;
    // A page with the homepage's title may be the empty shell of an app, which has no Markdown form.
    const isShell = facts.title !== null && facts.title === homepage?.title;
    const markdown = isShell ? null : await twins.find(facts);
    const { title, description, canonical, noindex } = facts;
    pages.push({ requestedUrl: url, url: facts.url, title, description, canonical, noindex, markdown });
    onProgress(`Read ${pages.length} of ${chosen.length} pages`);
  }
  return pages;
}
