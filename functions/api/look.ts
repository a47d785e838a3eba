import { DirectoryError } from '../../src/directory/errors.ts';
import type { DomainState } from '../../src/directory/state.ts';
import type { Report } from '../../src/operations/context.ts';
import { type ObserveTools, observe } from '../crawl/observe.ts';
import type { Answer, Net } from '../net/guarded-fetch.ts';

/** A check reads the file, the homepage, llms-full.txt and a sample of the links: seconds on any site that works. */
const CHECK_MS = 40_000;

export type LookTools = Omit<ObserveTools, 'signal' | 'ownerRecrawl' | 'countryOfAddress'>;

/**
 * Visits a site for somebody who asked, from scratch, and tells step by step what is read. robots.txt speaks to crawlers:
 * a check that a person asked for reads the file as any browser would.
 */
export async function look(domain: string, report: Report, tools: LookTools) {
  const signal = AbortSignal.timeout(CHECK_MS);
  try {
    return await observe(neverSeen(domain, tools.now()), {
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

/** A domain of which nothing is known, so that nothing is asked conditionally. */
function neverSeen(domain: string, now: number): DomainState {
  return {
    domain,
    status: 'pending',
    tier: null,
    authority: null,
    components: { reach: null, trust: null, quality: null, freshness: null },
    score_version: null,
    rejection: null,
    verified: false,
    verified_at: null,
    llms_txt: null,
    llms_full_txt: null,
    title: null,
    summary: null,
    sections: null,
    links: null,
    language: null,
    description: null,
    tags: [],
    nested_llms_txt: [],
    contact: null,
    rank: null,
    registered_at: null,
    country: null,
    country_basis: null,
    first_seen: new Date(now).toISOString(),
    last_checked: null,
    failure: null,
    uptime: [],
    content_hash: null,
    content_changed_at: null,
    etag: null,
    last_modified: null,
    interval_ms: null,
    tls_valid: null,
    cross_domain_redirect: null,
  };
}
