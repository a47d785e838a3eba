import { CRAWLER_TOKEN } from '../directory/crawler-token.ts';
import { createPacing, type Pacing } from '../fetch/pacing.ts';
import type { RequestSigner } from '../fetch/signatures/request-signer.ts';

/** Behavior of this process toward visited sites, as promised on the crawler's page. */
export interface CrawlPolicy {
  /** Product token of this crawler in robots.txt files. */
  readonly robotsToken: string;
  /** Pacing shared by all visits of this process, so that together they keep the pause. */
  readonly pacing: Pacing;
  /** Reports whether a host may be requested. In a sandbox, only its hosts may be requested. */
  readonly isHostAllowed: (host: string) => boolean;
  /** Signs the requests of the crawl. Absent if no key is configured. */
  readonly sign?: RequestSigner | undefined;
}

/** Pause between two connections to one host or address. */
const GAP_MS = 1_000;
/** Most open connections. Two cores can serve no more without delays. */
const MAX_OPEN_CONNECTIONS = 128;

/** `sandbox` replaces the internet. The sandbox runs on this machine, so no pause is needed. */
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
