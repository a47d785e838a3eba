import type { LinkCheck, LlmsDocument } from '#llmstxt';
import { registrableDomain } from '../../directory/domain-name.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { FetchResult } from '../../fetch/net.ts';
import type { VisitClient } from './visit-client.ts';

/** All requests that one visit spends on links, twins and nested files together, so that a link in many files overloads no site. */
const MAX_REQUESTS = 20;
/** How many of them may go to Markdown twins, whose addresses are guesses. */
const MAX_TWINS = 3;
/** Other sites did not ask to be listed here: one request each to a few of them. */
const MAX_FOREIGN = 5;
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

/** The addresses that a file links to and that can be requested, each once and without its fragment. */
export function linksToCheck({ links }: LlmsDocument): readonly string[] {
  return [...new Set(links.flatMap(({ url }) => (url && isPlainHttp(url) ? [url.replace(/#.*/s, '')] : [])))];
}

/** Requests a sample of a file's links, the site's own first: one after the other for each host, hosts in parallel. */
export async function checkLinks(links: readonly string[], options: CheckLinksOptions): Promise<readonly LinkCheck[]> {
  const { client, domain, now, answered } = options;
  const home = registrableDomain(domain);
  const isOwn = (url: string) => registrableDomain(new URL(url).hostname) === home;
  const until = now() + BUDGET_MS;
  const sample = sampleLinks(links, options, isOwn);
  let twinsLeft = Math.min(MAX_TWINS, MAX_REQUESTS - answered.size - sample.length);
  const byHost = Map.groupBy(sample, (url) => new URL(url).host);

  const checkHost = async (urls: readonly string[]) => {
    const checks: LinkCheck[] = [];
    for (const url of urls) {
      if (now() >= until) break;
      const result = answered.get(url) ?? (await client.getIfAllowed(url, LIMITS.link));
      if (!result) continue;
      const own = isOwn(url);
      const wantsTwin = own && twinsLeft > 0 && result.status === 200 && isHtml(result);
      if (wantsTwin) twinsLeft -= 1;
      checks.push({
        url,
        own,
        status: result.status,
        failure: result.failure,
        redirectedTo: result.chain.length > 1 ? result.finalUrl : null,
        markdownTwin: wantsTwin ? await findTwin(result.finalUrl, client) : null,
      });
    }
    return checks;
  };
  return (await Promise.all([...byHost.values()].map(checkHost))).flat();
}

function sampleLinks(
  links: readonly string[],
  { answered, random }: CheckLinksOptions,
  isOwn: (url: string) => boolean,
): string[] {
  const shuffled = shuffle([...links], random);
  const maxRequests = MAX_REQUESTS - answered.size;
  const own = shuffled.filter(isOwn);
  const foreign = [...new Map(shuffled.filter((url) => !isOwn(url)).map((url) => [new URL(url).host, url])).values()];
  const kept = own.slice(0, Math.max(0, maxRequests - Math.min(MAX_TWINS, own.length)));
  return [...kept, ...foreign.slice(0, Math.max(0, Math.min(MAX_FOREIGN, maxRequests - MAX_TWINS - kept.length)))];
}

function isPlainHttp(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.port === '' && url.username === '' && url.password === ''
  );
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

/** Where the llms.txt proposal puts the Markdown of a page: `page.html.md`, and `index.html.md` for a directory. */
async function findTwin(page: string, client: VisitClient): Promise<string | null> {
  const url = new URL(page);
  url.search = '';
  url.hash = '';
  url.pathname = url.pathname.endsWith('/') ? `${url.pathname}index.html.md` : `${url.pathname}.md`;
  const result = await client.getIfAllowed(url.href, LIMITS.link);
  return result?.status === 200 && !isHtml(result) && result.finalUrl === url.href ? url.href : null;
}

function isHtml({ headers, body }: FetchResult): boolean {
  return (
    /^(?:text\/html|application\/xhtml\+xml)/i.test(headers['content-type'] ?? '') ||
    /^\s*<(?:!doctype|html)/i.test(Buffer.from(body.subarray(0, 256)).toString('latin1'))
  );
}
