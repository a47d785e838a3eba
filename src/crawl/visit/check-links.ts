import type { LinkCheck, LlmsDocument } from '#llmstxt';
import { registrableDomain } from '../../directory/domain-name.ts';
import type { Answer } from '../../fetch/guarded-fetch.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { Asker } from './visit-client.ts';

/** All requests that one visit spends on links, twins and the owner's further files included: nobody is knocked over by being linked. */
const MAX_REQUESTS = 20;
/** Of these at most so many for Markdown twins, which are guesses. */
const MAX_TWINS = 3;
/** Other sites have not asked to be listed here: a few of them, each once. */
const MAX_FOREIGN = 5;
/** A sample is not worth holding a lease for longer. */
const BUDGET_MS = 60_000;

export interface LinkSampling {
  readonly asker: Asker;
  readonly domain: string;
  /** Answers that the visit has already, for the owner's further files: they are part of what it may ask for. */
  readonly answered: ReadonlyMap<string, Answer>;
  readonly now: () => number;
  readonly random: () => number;
}

/** The addresses that a file links to and that can be asked for, each once and without its fragment. */
export function linksToCheck({ links }: LlmsDocument): readonly string[] {
  return [...new Set(links.flatMap(({ url }) => (url && isPlainHttp(url) ? [url.replace(/#.*/s, '')] : [])))];
}

/** Asks for a sample of a file's links, the site's own first; one after the other on one host, hosts side by side. */
export async function checkLinks(links: readonly string[], sampling: LinkSampling): Promise<readonly LinkCheck[]> {
  const { asker, domain, now, answered } = sampling;
  const home = registrableDomain(domain);
  const isOwn = (url: string) => registrableDomain(new URL(url).hostname) === home;
  const until = now() + BUDGET_MS;
  const sample = sampleLinks(links, sampling, isOwn);
  let twinsLeft = Math.min(MAX_TWINS, MAX_REQUESTS - answered.size - sample.length);
  const byHost = Map.groupBy(sample, (url) => new URL(url).host);

  const checkHost = async (urls: readonly string[]) => {
    const checks: LinkCheck[] = [];
    for (const url of urls) {
      if (now() >= until) break;
      const answer = answered.get(url) ?? (await asker.getIfAllowed(url, LIMITS.link));
      if (!answer) continue;
      const own = isOwn(url);
      const wantsTwin = own && twinsLeft > 0 && answer.status === 200 && isHtml(answer);
      if (wantsTwin) twinsLeft -= 1;
      checks.push({
        url,
        own,
        status: answer.status,
        failure: answer.failure,
        redirectedTo: answer.chain.length > 1 ? answer.finalUrl : null,
        markdownTwin: wantsTwin ? await findTwin(answer.finalUrl, asker) : null,
      });
    }
    return checks;
  };
  return (await Promise.all([...byHost.values()].map(checkHost))).flat();
}

function sampleLinks(links: readonly string[], sampling: LinkSampling, isOwn: (url: string) => boolean): string[] {
  const shuffled = shuffle([...links], sampling.random);
  const maxRequests = MAX_REQUESTS - sampling.answered.size;
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

/** Fisher–Yates, so that over many visits every link has its turn. */
function shuffle(urls: string[], random: () => number): string[] {
  for (let last = urls.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [urls[last], urls[other]];
    if (a !== undefined && b !== undefined) [urls[last], urls[other]] = [b, a];
  }
  return urls;
}

/** The proposal's place for the Markdown of a page: `page.html.md`, and `index.html.md` for a directory. */
async function findTwin(page: string, asker: Asker): Promise<string | null> {
  const url = new URL(page);
  url.search = '';
  url.hash = '';
  url.pathname = url.pathname.endsWith('/') ? `${url.pathname}index.html.md` : `${url.pathname}.md`;
  const answer = await asker.getIfAllowed(url.href, LIMITS.link);
  return answer?.status === 200 && !isHtml(answer) && answer.finalUrl === url.href ? url.href : null;
}

function isHtml({ headers, body }: Answer): boolean {
  return (
    /^(?:text\/html|application\/xhtml\+xml)/i.test(headers['content-type'] ?? '') ||
    /^\s*<(?:!doctype|html)/i.test(Buffer.from(body.subarray(0, 256)).toString('latin1'))
  );
}
