import {
  choosePages,
  type DraftSources,
  isOnSite,
  MAX_DRAFT_LINKS,
  type PageFacts,
  type Site,
  siteFromUrl,
} from '#llmstxt';
import type { Robots, RobotsVerdict } from '../extract/robots.ts';
import { LIMITS } from '../fetch/limits.ts';
import type { FetchResult, Net } from '../fetch/net.ts';
import type { Pacing } from '../fetch/pacing.ts';
import { DraftClient, notRequested } from './draft-client.ts';
import { isMessage, type ReadPage, toReadPage } from './judge-page.ts';
import { readPages } from './read-pages.ts';
import { readSitemaps, type SitemapPages } from './read-sitemaps.ts';
import { SiteReader } from './site-reader.ts';

const FORBIDDEN: ReadonlySet<RobotsVerdict> = new Set(['disallowed', 'opt-out']);

export interface GatherOptions {
  readonly openSession: Net['openSession'];
  /** Pacing shared with the crawl, so that both keep the pause together. */
  readonly pacing: Pacing;
  /** Product token of this crawler in robots.txt files. */
  readonly robotsToken: string;
  readonly now: () => number;
  /** Called with a short sentence for each step. */
  readonly onProgress?: (message: string) => void;
  /** Called with the final URL of the homepage. An error ends the reading. */
  readonly onHomepage?: (url: string) => void;
  readonly signal?: AbortSignal;
}

export interface Gathered {
  readonly sources: DraftSources;
  readonly pagesRead: number;
  /** Sentences about missing, cut or omitted content. */
  readonly notes: readonly string[];
  /** Response for the homepage, without its body. The response shows the reason if no page was readable. */
  readonly homepage: Pick<FetchResult, 'status' | 'failure' | 'detail'>;
}

/**
 * Reads the sources of a draft: homepage, robots.txt, sitemaps, and representative pages. Rejects with a
 * `HostBusyError` if many callers wait for the host or address.
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
  const { page, ...first } = await readHomepage(domain, client);
  const { origin } = new URL(first.finalUrl);
  const site = siteFromUrl(`${origin}/`);
  if (first.failure !== null) return { sources: emptySources(site), pagesRead: 0, notes: [], homepage: first };
  onHomepage(first.finalUrl);

  const reader = new SiteReader(site, client, robotsToken);
  const robots = await reader.robotsOf(origin);
  const homepage = (await readRefreshTarget(page, reader)) ?? usablePage(page);
  const isHere = (url: string) => new URL(url).origin === origin;
  const isForbidden = (url: string) => isHere(url) && FORBIDDEN.has(robots?.verdict(url) ?? 'unknown');
  onProgress('Reading the sitemaps');
  const sitemaps = await readSiteSitemaps(site, origin, robots, client);

  const facts = homepage?.facts ?? null;
  const knownPages = { homepage: facts, sitemapUrls: sitemaps.urls, isForbidden };
  const chosen = choosePages(site, knownPages).map(({ url }) => url);
  const isUnreadable = robots?.verdict(`${origin}/`) === 'unknown';
  const readable = isUnreadable ? chosen.filter((url) => !isHere(url)) : chosen;
  const noPage = `${origin}/${robotsToken}-no-such-page`;
  const home = site.home.href;
  const read = await readPages(readable, { reader, home, homepage, noPage, onProgress });
  const notes = [
    ...homepageNotes(domain, origin, site, first.status, facts),
    ...sitemapNotes(sitemaps),
    ...(isUnreadable ? ['robots.txt could not be read, so only the homepage was read.'] : []),
    ...(chosen.length === 0 && isForbidden(`${origin}/`) ? ['robots.txt forbids reading the site.'] : []),
    ...readingNotes(client, read.tried, readable.length),
    ...read.notes,
    ...choiceNotes(chosen.length, [...sitemaps.urls, ...(facts?.links ?? []).map(({ url }) => url)]),
  ];
  const sources = { ...knownPages, url: home, pages: read.pages };
  return { sources, pagesRead: read.pages.length + (homepage ? 1 : 0), notes, homepage: first };
}

/** Requests a homepage and reads its data. The body is dropped before other pages are read. */
async function readHomepage(domain: string, client: DraftClient) {
  const result = await requestHomepage(domain, client);
  const { finalUrl, status, failure, detail } = result;
  return { finalUrl, status, failure, detail, page: toReadPage(result) };
}

/** Reads the page to which the homepage redirects visitors, such as the newest version of a documentation. */
async function readRefreshTarget(page: ReadPage | null, reader: SiteReader): Promise<ReadPage | null> {
  const url = page?.movedTo == null ? null : reader.addressOf(page.movedTo);
  const result = url && (await reader.get(url, LIMITS.homepage));
  return result && result !== 'robots' ? usablePage(toReadPage(result)) : null;
}

/** Returns a page with content that is not a message of the server, or null. */
function usablePage(page: ReadPage | null): ReadPage | null {
  const isEmpty = page !== null && page.text === '' && page.title === null;
  return page === null || isEmpty || isMessage(page) ? null : page;
}

/** Requests the homepage by https, then at `www.`. Uses http only if https cannot connect. */
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

function readSiteSitemaps(
  site: Site,
  origin: string,
  robots: Robots | null,
  client: DraftClient,
): Promise<SitemapPages> {
  const isOwn = (url: string) => isOnSite(url, site);
  const named = (robots?.sitemaps ?? []).filter(isOwn);
  const start = named.length > 0 ? named : [`${origin}/sitemap.xml`];
  const limits = { ...LIMITS.sitemap, crossDomain: false };
  return readSitemaps(start, (url, receive) => client.get(url, limits, receive), isOwn);
}

/** Describes a homepage that is not a page of the site. */
export function describeFailure(status: number | null): string {
  return status === 200 ? 'is empty, an error page or a bot check' : `answered ${status}`;
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
    ...(homepage ? [] : [`The homepage ${describeFailure(status)}: its title and links are missing.`]),
  ];
}

function sitemapNotes({ files, cut, urls }: SitemapPages): string[] {
  if (files === 0) return ['No sitemap was found, so the pages come from the links of the homepage.'];
  return cut ? [`The sitemaps list more than was read: ${urls.length} pages were considered.`] : [];
}

function readingNotes(client: DraftClient, tried: number, readable: number): string[] {
  if (tried === readable) return [];
  const rest = 'the others were left out.';
  if (client.isOutOfTime) return [`The time was over after ${tried} of ${readable} chosen pages; ${rest}`];
  if (client.isSpent) return [`The limits of a draft were reached after ${tried} of ${readable} chosen pages; ${rest}`];
  return client.isRefused
    ? [`The site refused further requests after ${tried} of ${readable} chosen pages; ${rest}`]
    : [];
}

function choiceNotes(chosen: number, known: readonly string[]): string[] {
  const all = new Set(known).size;
  return all > MAX_DRAFT_LINKS ? [`${chosen} of about ${all} known pages were chosen.`] : [];
}

function emptySources(site: Site): DraftSources {
  return { url: site.home.href, homepage: null, sitemapUrls: [], pages: [] };
}
