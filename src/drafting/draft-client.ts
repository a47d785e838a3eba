import type { FetchLimits, FetchRequest, FetchResult, FetchSession } from '../fetch/net.ts';
import type { Pacing } from '../fetch/pacing.ts';

/** Limits of all requests of one draft. The rest of the 30 s is for writing and answering. */
const BUDGET = { requests: 90, decodedBytes: 30 * 1024 * 1024, ms: 27_000 } as const;
/** Consecutive refusals after which no more requests are sent to the site. */
const MAX_REFUSALS = 5;
const REFUSALS = new Set([403, 429, 503]);
/** Longest wait for the first response. If the wait would be longer, the draft is refused. */
const MAX_FIRST_WAIT_MS = 5_000;

export interface DraftClientOptions {
  readonly session: FetchSession;
  readonly pacing: Pacing;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends the requests of one draft within one budget, with the crawl's pacing and shared connections. Stops if the
 * site refuses.
 */
export class DraftClient {
  readonly #session: FetchSession;
  readonly #pacing: Pacing;
  readonly #signal: AbortSignal;
  readonly #caller: AbortSignal | undefined;
  readonly #endsAt: number;
  readonly #now: () => number;
  #refusals = 0;
  #requests = 0;
  #bytes = 0;
  #hasAnswer = false;

  constructor({ session, pacing, now, signal }: DraftClientOptions) {
    this.#session = session;
    this.#pacing = pacing;
    this.#now = now;
    this.#caller = signal;
    this.#endsAt = now() + BUDGET.ms;
    const deadline = AbortSignal.timeout(BUDGET.ms);
    this.#signal = signal ? AbortSignal.any([signal, deadline]) : deadline;
  }

  get isOutOfTime(): boolean {
    return this.#signal.aborted || this.#now() >= this.#endsAt;
  }

  get isRefused(): boolean {
    return this.#refusals >= MAX_REFUSALS;
  }

  /** Reports whether the budget of requests or bytes is used up. */
  get isSpent(): boolean {
    return this.#requests >= BUDGET.requests || this.#bytes >= BUDGET.decodedBytes;
  }

  get isDone(): boolean {
    return this.isOutOfTime || this.isRefused || this.isSpent;
  }

  /**
   * Sends a request. Returns null if the budget is used up or the site refused too often. Rejects if the caller aborts,
   * or with a `HostBusyError` if the first response would take too long.
   * @param receive receives the body in parts, so the body is not stored
   */
  async get(url: string, limits: FetchLimits, receive?: FetchRequest['receive']): Promise<FetchResult | null> {
    this.#caller?.throwIfAborted();
    if (this.isDone) return null;
    const maxBodyBytes = Math.min(limits.maxBodyBytes, BUDGET.decodedBytes - this.#bytes);
    const maxRedirects = Math.min(limits.maxRedirects, BUDGET.requests - this.#requests - 1);
    try {
      const result = await this.#session.fetch({
        url,
        limits: { ...limits, maxBodyBytes, maxRedirects },
        pacing: this.#pacing,
        maxWaitMs: this.#hasAnswer ? undefined : MAX_FIRST_WAIT_MS,
        signal: this.#signal,
        ...(receive && { receive: this.#counting(receive) }),
      });
      this.#hasAnswer ||= result.status !== null;
      this.#requests += result.chain.length;
      this.#bytes += result.body.byteLength;
      this.#refusals = REFUSALS.has(result.status ?? 0) ? this.#refusals + 1 : 0;
      return result;
    } catch (error) {
      this.#caller?.throwIfAborted();
      if (this.#signal.aborted) return null;
      throw error;
    }
  }

  #counting(receive: NonNullable<FetchRequest['receive']>): NonNullable<FetchRequest['receive']> {
    return (part, from) => {
      this.#bytes += part.byteLength;
      return receive(part, from);
    };
  }

  close(): void {
    this.#session.close();
  }
}

/** Returns the result of a request that was not sent because the time was over. */
export function notRequested(url: string): FetchResult {
  return {
    url,
    finalUrl: url,
    chain: [url],
    status: null,
    failure: 'timeout',
    detail: 'the time was over',
    headers: {},
    body: new Uint8Array(),
    truncated: false,
    address: null,
  };
}
