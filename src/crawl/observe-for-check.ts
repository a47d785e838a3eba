import { DirectoryError } from '../directory/errors.ts';
import { newDomain } from '../directory/new-domain.ts';
import type { Answer, Net } from '../fetch/guarded-fetch.ts';
import type { Report } from '../operations/context.ts';
import { type ObserveTools, observe } from './steps/observe.ts';

/** A check reads the file, the homepage, llms-full.txt and a sample of the links: seconds on any site that works. */
const CHECK_MS = 40_000;

export type LookTools = Omit<ObserveTools, 'signal' | 'ownerRecrawl' | 'countryOfAddress'>;

/**
 * Visits a site for somebody who asked, as if nothing were known of it, and tells step by step what is read. robots.txt speaks to crawlers:
 * a check that a person asked for reads the file as any browser would.
 */
export async function look(domain: string, report: Report, tools: LookTools) {
  const signal = AbortSignal.timeout(CHECK_MS);
  try {
    return await observe(newDomain(domain, new Date(tools.now()).toISOString()), {
      ...tools,
      net: withoutRobots(tools.net, report),
      signal,
      ownerRecrawl: true,
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new DirectoryError('site.timeout', `${domain} could not be read within ${CHECK_MS / 1000} s.`, {
      cause: error,
    });
  }
}

function withoutRobots(net: Net, report: Report): Net {
  return {
    ...net,
    fetch: async (request) => {
      if (new URL(request.url).pathname === '/robots.txt') return unasked(request.url);
      report(`Reading ${request.url}`);
      return await net.fetch(request);
    },
  };
}

/** As if there were no robots.txt: everything may be read (RFC 9309 §2.3.1.3). */
function unasked(url: string): Answer {
  return {
    url,
    finalUrl: url,
    chain: [url],
    status: 404,
    failure: null,
    detail: null,
    headers: {},
    body: new Uint8Array(),
    truncated: false,
    address: null,
    durationMs: 0,
  };
}
