import type { LinkCheck } from '#llmstxt';
import { registrableDomain } from '../../directory/domain-name.ts';
import { markdownHeadings } from '../../extract/markdown-page.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { FetchResult } from '../../fetch/net.ts';
import { hashOf } from './hash-of.ts';
import type { LinksToCheck } from './links-to-check.ts';
import { readHtmlPage } from './twins/read-html-page.ts';
import type { TwinSample } from './twins/test-twins.ts';
import { MAX_TWIN_REQUESTS } from './twins/twin-requests.ts';
import type { VisitClient } from './visit-client.ts';

/** All requests that one visit spends on links, twins and nested files together, so that a link in many files overloads no site. */
const MAX_REQUESTS = 20;
/** Other sites did not ask to be listed here: one request each to a few of them. */
const MAX_FOREIGN = 5;
/** The site's own links could redirect every request to another site. */
const MAX_FOREIGN_REDIRECTS = 5;
/** Another domain gets a request of its own, as its robots.txt allows. */
const OWN_LINK = { ...LIMITS.link, crossDomain: false };
/** No sample is worth holding the lease of a domain for longer. */
const BUDGET_MS = 60_000;

export interface CheckLinksOptions {
  readonly client: VisitClient;
  readonly domain: string;
  /** Responses that the visit has already, of nested files: they count against its requests. */
  readonly answered: ReadonlyMap<string, FetchResult>;
  readonly now: () => number;
  readonly random: () => number;
}

export interface CheckedLinks {
  readonly checks: readonly LinkCheck[];
  /** The site's own pages among them. */
  readonly sample: Pick<TwinSample, 'pages' | 'listed'>;
  /** The llms.txt files that these pages name. */
  readonly describedBy: readonly string[];
  /** Requests of the visit that are left. */
  readonly requestsLeft: number;
}

/** Requests a sample of a file's links, the site's own first: one after the other for each host, hosts in parallel. */
export async function checkLinks(links: LinksToCheck, options: CheckLinksOptions): Promise<CheckedLinks> {
  const { client, domain, now, answered } = options;
  const home = registrableDomain(domain);
  const isOwn = (url: string) => registrableDomain(new URL(url).hostname) === home;
  const until = now() + BUDGET_MS;
  const sampled = sampleLinks(links, options);
  const byHost = Map.groupBy(sampled, (url) => new URL(url).host);
  const pages: TwinSample['pages'][number][] = [];
  const listed: TwinSample['listed'][number][] = [];
  const describedBy = new Set<string>();
  let requestsLeft = MAX_REQUESTS - answered.size - sampled.length;
  let redirectsLeft = MAX_FOREIGN_REDIRECTS;
  const request = async (url: string, own: boolean) => {
    const result = await client.getIfAllowed(url, own ? OWN_LINK : LIMITS.link);
    if (result?.leftFor === undefined || redirectsLeft === 0 || requestsLeft <= 0) return result;
    redirectsLeft -= 1;
    requestsLeft -= 1;
    const there = await client.getIfAllowed(result.leftFor, LIMITS.link);
    return there ? { ...there, url, chain: [...result.chain, ...there.chain] } : result;
  };

  const checkHost = async (urls: readonly string[]) => {
    const checks: LinkCheck[] = [];
    for (const url of urls) {
      if (now() >= until) break;
      const own = isOwn(url);
      const result = answered.get(url) ?? (await request(url, own));
      if (!result) continue;
      const { status, failure, finalUrl, chain, leftFor } = result;
      const redirectedTo = leftFor ?? (chain.length > 1 ? finalUrl : null);
      checks.push({ url, own, status, failure, redirectedTo, markdownTwin: null });
      if (!own || !isOwn(finalUrl)) continue;
      if (isMarkdownAddress(result)) listed.push(listedMarkdown(result));
      else {
        const page = readHtmlPage(result);
        if (page) pages.push(page);
        for (const href of page?.describedBy ?? []) describedBy.add(href);
      }
    }
    return checks;
  };
  const checks = (await Promise.all([...byHost.values()].map(checkHost))).flat();
  return {
    checks,
    sample: { pages, listed },
    describedBy: [...describedBy],
    requestsLeft,
  };
}

function listedMarkdown(result: FetchResult): TwinSample['listed'][number] {
  const headings = markdownHeadings(result);
  return { url: result.url, hash: headings && hashOf(result.body), headings: headings ?? [] };
}

function sampleLinks(links: LinksToCheck, { answered, random }: CheckLinksOptions): string[] {
  const maxRequests = MAX_REQUESTS - answered.size;
  const own = shuffle([...links.own], random);
  const foreign = [...new Map(shuffle([...links.foreign], random).map((url) => [new URL(url).host, url])).values()];
  const kept = own.slice(0, Math.max(0, maxRequests - Math.min(MAX_TWIN_REQUESTS, own.length)));
  return [
    ...kept,
    ...foreign.slice(0, Math.max(0, Math.min(MAX_FOREIGN, maxRequests - MAX_TWIN_REQUESTS - kept.length))),
  ];
}

/** Fisher–Yates, so that over many visits every link is checked. */
function shuffle(urls: string[], random: () => number): string[] {
  for (let last = urls.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [urls[last], urls[other]];
    if (a !== undefined && b !== undefined) [urls[last], urls[other]] = [b, a];
  }
  return urls;
}

/** Whether a link says that it leads to Markdown: by its address, or by the type of what came. */
function isMarkdownAddress({ url, headers }: FetchResult): boolean {
  return /\.mdx?$/i.test(new URL(url).pathname) || /^text\/(?:x-)?markdown/i.test(headers['content-type'] ?? '');
}
