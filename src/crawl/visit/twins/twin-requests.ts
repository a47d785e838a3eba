import { LIMITS } from '../../../fetch/limits.ts';
import type { FetchLimits, FetchResult } from '../../../fetch/net.ts';
import type { VisitClient } from '../visit-client.ts';

/** Most requests of a visit for Markdown versions. Most URLs of such requests are guesses. */
export const MAX_TWIN_REQUESTS = 6;
/** Longest time for the tests. */
const BUDGET_MS = 30_000;

export interface TwinRequestOptions {
  readonly client: Pick<VisitClient, 'getIfAllowed'>;
  readonly maxRequests: number;
  readonly now: () => number;
}

export class TwinRequests {
  readonly #options: TwinRequestOptions;
  readonly #endsAt: number;
  #left: number;

  constructor(options: TwinRequestOptions) {
    this.#options = options;
    this.#left = Math.min(MAX_TWIN_REQUESTS, options.maxRequests);
    this.#endsAt = options.now() + BUDGET_MS;
  }

  get left(): number {
    return this.#options.now() < this.#endsAt ? Math.max(0, this.#left) : 0;
  }

  /**
   * Sends a request. Returns null if the requests or their time are used up, or if robots.txt forbids the URL. Does not follow
   * redirects to other domains, because pages could redirect it anywhere.
   */
  async get(
    url: string,
    limits: FetchLimits = LIMITS.link,
    headers?: Readonly<Record<string, string>>,
  ): Promise<FetchResult | null> {
    if (this.left === 0) return null;
    this.#left -= 1;
    return this.#options.client.getIfAllowed(url, { ...limits, crossDomain: false }, headers);
  }
}
