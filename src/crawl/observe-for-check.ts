import type { ResponseFacts } from '#llmstxt';
import { newDomain } from '../directory/new-domain.ts';
import type { Observation } from '../directory/visit.ts';
import { observe } from './steps/observe.ts';
import { inspectFile } from './visit/inspect-file.ts';
import type { VisitTools } from './visit/visit-tools.ts';

/** Longest check of the file, the homepage, llms-full.txt and a sample of the links, which takes seconds. */
const CHECK_MS = 40_000;

/**
 * Visits a site for a person, as if it were new, and reports each request. A visit that exceeds the time counts as a
 * timeout of the site. Rejects with a `HostBusyError`, or with an error of `onFirstResponse`.
 * @param onFirstResponse called with the final URL of the first response
 */
export async function observeForCheck(
  domain: string,
  tools: VisitTools,
  onProgress: (message: string) => void,
  onFirstResponse?: (url: string) => void,
  checkMs: number = CHECK_MS,
): Promise<Observation> {
  const signal = AbortSignal.timeout(checkMs);
  const onRequest = (url: string) => onProgress(`Reading ${url}`);
  const startedAt = tools.now();
  const at = new Date(startedAt).toISOString();
  try {
    const state = newDomain(domain, at);
    return await observe(state, tools, { purpose: 'check', skipBusyHosts: true, onRequest, onFirstResponse, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    return { ...observeTimeout(domain), at, durationMs: Math.round(tools.now() - startedAt) };
  }
}

function observeTimeout(domain: string): Omit<Observation, 'at' | 'durationMs'> {
  const url = `https://${domain}/llms.txt`;
  const facts = { url, finalUrl: url, chain: [url], status: null, headers: {}, truncated: false, plainHttp: false };
  const response: ResponseFacts = { ...facts, failure: 'timeout' };
  return {
    domain,
    response,
    notModified: false,
    inspection: inspectFile({ domain, input: { body: null, response, url } }),
    contentHash: null,
    homepage: null,
    fullFile: null,
    robots: 'not-asked',
    addressCountry: null,
    retryAfterMs: null,
  };
}
