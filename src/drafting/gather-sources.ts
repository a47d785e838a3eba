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
import { type RobotsVerdict, readRobots } from '../extract/robots.ts';
import { LIMITS } from '../fetch/limits.ts';
import type { FetchResult, Net } from '../fetch/net.ts';
import { Visit } from './draft-client.ts';
import { readSitemaps, type SitemapPages } from './read-sitemaps.ts';
import { TwinFinder } from './twin-finder.ts';

/** One slow page must not eat the time of the others. */
const PAGE_MS = 8_000;
/** Pages asked for at once: what a browser does to one host. */
const AT_ONCE = 4;
const FORBIDDEN: ReadonlySet<RobotsVerdict> = new Set(['disallowed', 'opt-out']);

export interface GatherOptions {
  readonly signal?: AbortSignal;
  /** A short sentence for each step. */
  readonly onProgress?: (message: string) => void;
  /** Product token by which robots.txt files name us. */
  readonly token: string;
  readonly now: () => number;
}

export interface Gathered {
  readonly sources: DraftSources;
  /** Pages that were read, the homepage included. */
  readonly pagesRead: number;
  /** Sentences about what was missing or cut short. */
  readonly notes: readonly string[];
  /** What the homepage answered: for the reason when nothing could be read. */
  readonly homepage: FetchResult;
}

/** Reads what a draft is made of: homepage, robots.txt, sitemaps, and the pages that stand for the site. */
export async function gatherSources(domain: string, net: Net, options: GatherOptions): Promise<Gathered> {
  const visit = new Visit(net, options.now, options.signal);
  try {
    return await gather(domain, visit, options);
  } finally {
    visit.close();
  }
}

async function gather(domain: string, visit: Visit, options: GatherOptions): Promise<Gathered> {
  const { onProgress = () => {}, token } = options;
  onProgress(`Reading the homepage of ${domain}`);
  const answer = await openHomepage(domain, visit);
  const homepage = factsOf(answer);
  const { origin } = new URL(answer.finalUrl);
  const site = siteFromUrl(`${origin}/`);
  if (answer.failure !== null) return { sources: empty(site), pagesRead: 0, notes: [], homepage: answer };

  const robotsAnswer = await visit.get(`${origin}/robots.txt`, LIMITS.robots);
  const robots = robotsAnswer ? readRobots(robotsAnswer, token) : null;
  const isHere = (url: string) => new URL(url).origin === origin;
  const isForbidden = (url: string) => isHere(url) && FORBIDDEN.has(robots?.verdict(url) ?? 'unknown');
  onProgress('Reading the sitemaps');
  const named = (robots?.sitemaps ?? []).filter((url) => isOnSite(url, site));
  const start = named.length > 0 ? named : [`${origin}/sitemap.xml`];
  const get = (url: string) => visit.get(url, LIMITS.sitemap);
  const sitemaps = await readSitemaps(start, get, (url) => isOnSite(url, site));

  const known = { homepage, sitemapUrls: sitemaps.urls, isForbidden };
  const chosen = choosePages(site, known).map(({ url }) => url);
  const isClosed = robots?.verdict(`${origin}/`) === 'unknown';
  // Another host has a robots.txt of its own; its pages are named by the links to them.
  const readable = isClosed ? [] : chosen.filter(isHere);
  const pages = await readPages(readable, visit, homepage, onProgress);
  const notes = [
    ...(isOnSite(`https://${domain}/`, site) || isOnSite(origin, siteFromUrl(`https://${domain}/`))
      ? []
      : [`The homepage redirects to another site: ${site.domain}.`]),
    ...(homepage ? [] : [`The homepage answered ${answer.status}: its title and links are missing.`]),
    ...sitemapNotes(sitemaps),
    ...(isClosed ? ['robots.txt could not be read, so only the homepage was.'] : []),
    ...(chosen.length === 0 && isForbidden(`${origin}/`) ? ['robots.txt keeps readers out of the site.'] : []),
    ...readingNotes(visit, pages.length, readable.length),
    ...choiceNotes(chosen.length, [...sitemaps.urls, ...(homepage?.links ?? []).map(({ url }) => url)]),
  ];
  const sources = { ...known, url: site.home.href, pages };
  return { sources, pagesRead: pages.length + (homepage ? 1 : 0), notes, homepage: answer };
}

function sitemapNotes({ files, cut, urls }: SitemapPages): string[] {
  if (files === 0) return ['No sitemap was found: the pages come from the links of the homepage.'];
  return cut ? [`The sitemaps list more than was read: ${urls.length} pages were considered.`] : [];
}

function readingNotes(visit: Visit, read: number, readable: number): string[] {
  const rest = 'the others have names from their links.';
  if (visit.over) return [`The time was over after ${read} of ${readable} chosen pages; ${rest}`];
  return visit.refused ? [`The site refused further requests after ${read} of ${readable} chosen pages; ${rest}`] : [];
}

function choiceNotes(chosen: number, known: readonly string[]): string[] {
  const all = new Set(known).size;
  return all > MAX_DRAFT_LINKS ? [`${chosen} of about ${all} known pages were chosen.`] : [];
}

function empty(site: Site): DraftSources {
  return { url: site.home.href, homepage: null, sitemapUrls: [], pages: [] };
}

/** https, then www; http only where https cannot connect at all. */
async function openHomepage(domain: string, visit: Visit): Promise<FetchResult> {
  const first = (await visit.get(`https://${domain}/`, LIMITS.homepage)) ?? visit.nothing(`https://${domain}/`);
  if (first.failure === null) return first;
  const others = [`https://www.${domain}/`, ...(first.failure === 'connect' ? [`http://${domain}/`] : [])];
  for (const url of others) {
    const answer = await visit.get(url, LIMITS.homepage);
    if (answer?.failure === null) return answer;
  }
  return first;
}

function factsOf(answer: FetchResult): PageFacts | null {
  const { status, headers, body, finalUrl } = answer;
  const type = headers['content-type'] ?? 'text/html';
  if (status !== 200 || !/html|xml/i.test(type)) return null;
  return readPage(decodePage(body, type), finalUrl, headers);
}

async function readPages(
  chosen: readonly string[],
  visit: Visit,
  homepage: PageFacts | null,
  onProgress: (message: string) => void,
): Promise<DraftPage[]> {
  const pages = new Map<string, DraftPage>();
  const twins = new TwinFinder((url) => visit.get(url, { ...LIMITS.link, totalMs: PAGE_MS }));
  const queue = [...chosen];
  const work = async () => {
    for (let url = queue.shift(); url !== undefined && !visit.done; url = queue.shift()) {
      const answer = await visit.get(url, { ...LIMITS.homepage, totalMs: PAGE_MS });
      const facts = answer && factsOf(answer);
      if (!facts) continue;
      const isShell = facts.title !== null && facts.title === homepage?.title;
      const markdown = isShell ? null : await twins.find(facts.url, facts.markdownAlternates);
      const { title, description, canonical, noindex } = facts;
      pages.set(url, { requestedUrl: url, url: facts.url, title, description, canonical, noindex, markdown });
      onProgress(`Read ${pages.size} of ${chosen.length} pages`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // In the order of choice: the answers' order would make every draft of a site another.
  return chosen.flatMap((url) => pages.get(url) ?? []);
}
