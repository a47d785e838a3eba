import { type LinkCheck, mediaType } from '#llmstxt';
import { registrableDomain } from '../../directory/domain-name.ts';
import { markdownHeadings } from '../../extract/markdown-page.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { FetchResult } from '../../fetch/net.ts';
import { computeHash } from './compute-hash.ts';
import type { LinksToCheck } from './links-to-check.ts';
import { readHtmlPage } from './twins/read-html-page.ts';
import type { TwinSample } from './twins/test-twins.ts';
import { MAX_TWIN_REQUESTS } from './twins/twin-requests.ts';
import type { VisitClient } from './visit-client.ts';

/** Most requests of a visit for links, twins and nested files together, so that no site is overloaded. */
const MAX_REQUESTS = 20;
/** Most requested links on other sites. The directory may not list the other sites. */
const MAX_FOREIGN = 5;
/** Most redirects to another site. Without a limit, all links could redirect to one site. */
const MAX_FOREIGN_REDIRECTS = 5;
/** Limits of a link on the site. A redirect to another domain is requested separately, as its robots.txt allows. */
const OWN_LINK = { ...LIMITS.link, crossDomain: false };
/** Longest time for a sample. */
const BUDGET_MS = 60_000;

export interface CheckLinksOptions {
  readonly client: VisitClient;
  readonly domain: string;
  /** Responses for nested files from earlier in the visit, which count against the requests of the visit. */
  readonly answered: ReadonlyMap<string, FetchResult>;
  readonly now: () => number;
  readonly random: () => number;
}

/**
 * Requests a sample of a file's links, starting with the site's own. Hosts run in parallel, with one request at a
 * time per host.
 */
export async function checkLinks(links: LinksToCheck, options: CheckLinksOptions) {
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
  const places = new Map([...links.own, ...links.foreign].map((url, at) => [url, at]));
  return {
    /** Own links in the order of the file, then links of other sites. */
    checks: checks.toSorted((a, b) => (places.get(a.url) ?? 0) - (places.get(b.url) ?? 0)),
    /** Responses of the site's own pages. */
    sample: { pages, listed },
    /** llms.txt files that these pages name. */
    describedBy: [...describedBy],
    requestsLeft,
  };
}

function listedMarkdown(result: FetchResult): TwinSample['listed'][number] {
  const headings = markdownHeadings(result);
  return { url: result.url, hash: headings && computeHash(result.body), headings: headings ?? [] };
}

function sampleLinks(links: LinksToCheck, { answered, random }: CheckLinksOptions): string[] {
  const maxRequests = MAX_REQUESTS - answered.size;
  const own = shuffle([...links.own], random);
  const foreign = [...new Map(shuffle([...links.foreign], random).map((url) => [new URL(url).host, url])).values()];
  const ownLinks = own.slice(0, Math.max(0, maxRequests - Math.min(MAX_TWIN_REQUESTS, own.length)));
  return [
    ...ownLinks,
    ...foreign.slice(0, Math.max(0, Math.min(MAX_FOREIGN, maxRequests - MAX_TWIN_REQUESTS - ownLinks.length))),
  ];
}

/** Shuffles by Fisher–Yates, so that many visits check every link. */
function shuffle(urls: string[], random: () => number): string[] {
  for (let last = urls.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [urls[last], urls[other]];
    if (a !== undefined && b !== undefined) [urls[last], urls[other]] = [b, a];
  }
  return urls;
}

/** Reports whether a link leads to Markdown, by its URL or the response type. */
function isMarkdownAddress({ url, headers }: FetchResult): boolean {
  return /\.mdx?$/i.test(new URL(url).pathname) || /^text\/(?:x-)?markdown$/.test(mediaType(headers['content-type']));
}
