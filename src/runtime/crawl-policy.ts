import { createPacing, type Pacing } from '../fetch/pacing.ts';
import type { RequestSigner } from '../fetch/signatures/request-signer.ts';

/** How this process behaves toward the sites that it visits: what the crawler's page promises to their owners. */
export interface CrawlPolicy {
  /** Product token by which robots.txt files name this crawler. */
  readonly robotsToken: string;
  /** Shared by everything in this process that visits sites, so that together they keep the pause. */
  readonly pacing: Pacing;
  /** Whether a host may be requested at all: a sandbox keeps the crawl inside it. */
  readonly isHostAllowed: (host: string) => boolean;
  /** Signs the requests of the crawl; absent if no key is configured. */
  readonly sign?: RequestSigner | undefined;
}

/** Token by which robots.txt files name this crawler. */
export const CRAWLER_TOKEN = 'llms-txt-directory';
/** Pause between two connections to one host or address. */
const GAP_MS = 1_000;
/** More connections at once than two cores can serve would only delay responses. */
const MAX_OPEN_CONNECTIONS = 128;

/** `sandbox` stands in for the internet; it runs on this machine, so no pause is needed. */
export function createCrawlPolicy(
  sandbox: { readonly isMapped: (host: string) => boolean } | null,
  now: () => number,
  sign?: RequestSigner,
): CrawlPolicy {
  return {
    robotsToken: CRAWLER_TOKEN,
    pacing: createPacing({ gapMs: sandbox ? 0 : GAP_MS, maxOpen: MAX_OPEN_CONNECTIONS, now }),
    isHostAllowed: sandbox ? sandbox.isMapped : () => true,
    sign,
  };
}
