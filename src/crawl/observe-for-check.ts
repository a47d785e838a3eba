import { DirectoryError } from '../directory/errors.ts';
import { newDomain } from '../directory/new-domain.ts';
import type { Observation } from '../directory/visit.ts';
import { observe } from './steps/observe.ts';
import type { VisitTools } from './visit/visit-tools.ts';

/** A check reads the file, the homepage, llms-full.txt and a sample of the links: seconds on any site that works. */
const CHECK_MS = 40_000;

/**
 * Visits a site for somebody who asked, as if nothing were known about it, and reports each request. Rejects with `DirectoryError`
 * site.timeout when the visit takes too long, with a `HostBusyError`, and with what `onFirstResponse` throws.
 * @param onFirstResponse called with the URL that the first response came from, at the end of its redirects
 */
export async function observeForCheck(
  domain: string,
  tools: VisitTools,
  onProgress: (message: string) => void,
  onFirstResponse?: (url: string) => void,
): Promise<Observation> {
  const signal = AbortSignal.timeout(CHECK_MS);
  const onRequest = (url: string) => onProgress(`Reading ${url}`);
  try {
    const state = newDomain(domain, new Date(tools.now()).toISOString());
    return await observe(state, tools, { purpose: 'check', skipBusyHosts: true, onRequest, onFirstResponse, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new DirectoryError('site.timeout', `${domain} could not be read within ${CHECK_MS / 1_000} s.`, {
      cause: error,
    });
  }
}
