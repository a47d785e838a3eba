import { choosePages, MAX_LINKS } from '../../src/llmstxt/draft/choose-pages.ts';
import { siteOf } from '../../src/llmstxt/draft/site-url.ts';
import type { DraftPage, DraftSources } from '../../src/llmstxt/draft.ts';
import type { PageFacts } from '../../src/llmstxt/page.ts';
import type { Answer, FetchLimits, Net } from '../net/guarded-fetch.ts';
import { LIMITS } from '../net/limits.ts';
import { type RobotsVerdict, readRobots } from '../net/robots.ts';
import { decodePage } from '../page/decode-page.ts';
import { readPage } from '../page/read-page.ts';
import { TwinFinder } from './markdown-twin.ts';
import { readSitemaps } from './read-sitemaps.ts';

/** Spec: at most 30 s, and what was read by then is used; the rest is for drafting and answering. */
const GATHER_MS = 27_000;
/** One slow page must not eat the time of the others. */
const PAGE_MS = 8_000;
/** Pages asked for at once: what a browser does to one host. */
const AT_ONCE = 4;
/** After that many refusals in a row the site has had enough of us. */
const MAX_REFUSALS = 5;

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
  readonly homepage: Answer;
}

/** Reads what a draft is made of: homepage, robots.txt, sitemaps, and the pages that stand for the site. */
export async function gatherSources(domain: string, net: Net, options: GatherOptions): Promise<Gathered> {
  const { onProgress = () => {}, token } = options;
  const visit = new Visit(net, options);
  const notes: string[] = [];
  onProgress(`Reading the homepage of ${domain}`);
  const answer = await openHomepage(domain, visit);
  const homepage = factsOf(answer);
  const { origin } = new URL(answer.finalUrl);
  const site = siteOf(`${origin}/`);
  if (answer.failure !== null) return { sources: empty(site.home.href), pagesRead: 0, notes, homepage: answer };
  if (!homepage) notes.push(`The homepage answered ${answer.status}: its title and links are missing.`);

  const robotsAnswer = await visit.get(`${origin}/robots.txt`, LIMITS.robots);
  const robots = robotsAnswer ? readRobots(robotsAnswer, token) : null;
  const isHere = (url: string) => new URL(url).origin === origin;
  const isForbidden = (url: string) => isHere(url) && FORBIDDEN.has(robots?.verdict(url) ?? 'unknown');
  const isOwn = (url: string) => siteOf(url).domain.endsWith(site.domain);
  onProgress('Reading the sitemaps');
  const named = (robots?.sitemaps ?? []).filter(isOwn);
  const start = named.length > 0 ? named : [`${origin}/sitemap.xml`];
  const sitemaps = await readSitemaps(start, (url) => visit.get(url, LIMITS.sitemap), isOwn);
  if (sitemaps.files === 0) notes.push('No sitemap was found: the pages come from the links of the homepage.');
  else if (sitemaps.cut)
    notes.push(`The sitemaps list more than was read: ${sitemaps.urls.length} pages were considered.`);

  const known = { homepage, sitemapUrls: sitemaps.urls, isForbidden };
  const chosen = choosePages(site, known).map(({ url }) => url);
  if (chosen.length === 0 && isForbidden(`${origin}/`)) notes.push('robots.txt keeps readers out of the site.');
  const isClosed = robots?.verdict(`${origin}/`) === 'unknown';
  if (isClosed) notes.push('robots.txt could not be read, so only the homepage was.');
  // Another host has a robots.txt of its own; its pages are named by the links to them.
  const readable = isClosed ? [] : chosen.filter(isHere);
  const pages = await readPages(readable, visit, homepage, onProgress);
  if (visit.over)
    notes.push(
      `The time was over after ${pages.length} of ${readable.length} chosen pages; the others have names from their links.`,
    );
  else if (visit.refused) notes.push('The site refused further requests: some pages have names from their links.');
  const all = new Set([...sitemaps.urls, ...(homepage?.links ?? []).map(({ url }) => url)]).size;
  if (all > MAX_LINKS) notes.push(`${chosen.length} of about ${all} known pages were chosen.`);
  const sources = { ...known, url: site.home.href, pages };
  return { sources, pagesRead: pages.length + (homepage ? 1 : 0), notes, homepage: answer };
}

function empty(url: string): DraftSources {
  return { url, homepage: null, sitemapUrls: [], pages: [] };
}

/** https, www when the bare name does not connect, http last. */
async function openHomepage(domain: string, visit: Visit): Promise<Answer> {
  let first: Answer | null = null;
  for (const url of [`https://${domain}/`, `https://www.${domain}/`, `http://${domain}/`]) {
    const answer = await visit.get(url, LIMITS.homepage);
    first ??= answer;
    if (answer && answer.failure === null) return answer;
  }
  return first ?? visit.nothing(`https://${domain}/`);
}

function factsOf(answer: Answer): PageFacts | null {
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
      pages.set(url, { asked: url, url: facts.url, title, description, canonical, noindex, markdown });
      onProgress(`Read ${pages.size} of ${chosen.length} pages`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // In the order of choice: the answers' order would make every draft of a site another.
  return chosen.flatMap((url) => pages.get(url) ?? []);
}

/** All requests of one draft: one deadline, and an end to them when the site refuses. */
class Visit {
  readonly #net: Net;
  readonly #signal: AbortSignal;
  readonly #caller: AbortSignal | undefined;
  readonly #endsAt: number;
  readonly #now: () => number;
  #refusals = 0;

  constructor(net: Net, { signal, now }: GatherOptions) {
    this.#net = net;
    this.#now = now;
    this.#caller = signal;
    this.#endsAt = now() + GATHER_MS;
    const deadline = AbortSignal.timeout(GATHER_MS);
    this.#signal = signal ? AbortSignal.any([signal, deadline]) : deadline;
  }

  get over(): boolean {
    return this.#signal.aborted || this.#now() >= this.#endsAt;
  }

  get refused(): boolean {
    return this.#refusals >= MAX_REFUSALS;
  }

  get done(): boolean {
    return this.over || this.refused;
  }

  /** The answer; null when the time is over or the site has refused too often. Rejects when the caller gave up. */
  async get(url: string, limits: FetchLimits): Promise<Answer | null> {
    this.#caller?.throwIfAborted();
    if (this.done) return null;
    try {
      const answer = await this.#net.fetch({ url, limits, signal: this.#signal });
      const isRefusal = answer.status === 429 || answer.status === 503 || answer.status === 403;
      this.#refusals = isRefusal ? this.#refusals + 1 : 0;
      return answer;
    } catch (error) {
      this.#caller?.throwIfAborted();
      if (this.#signal.aborted) return null;
      throw error;
    }
  }

  /** For what could not even be asked. */
  nothing(url: string): Answer {
    return {
      url,
      finalUrl: url,
      chain: [url],
      status: null,
      failure: 'timeout',
      detail: 'the time was over',
      headers: {},
      body: new Uint8Array(),
      truncated: false,
      address: null,
      durationMs: 0,
    };
  }
}
