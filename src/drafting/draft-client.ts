import type { FetchLimits, FetchRequest, FetchResult, FetchSession } from '../fetch/net.ts';
import type { Pacing } from '../fetch/pacing.ts';

/** What all requests of one draft may cost together (spec); the rest of the 30 s is for drafting and answering. */
const BUDGET = { requests: 90, decodedBytes: 30 * 1024 * 1024, ms: 27_000 } as const;
/** After this many refusals in a row nothing further is requested from the site. */
const MAX_REFUSALS = 5;
const REFUSALS = new Set([403, 429, 503]);
/** Whoever would wait longer for the first response is asked to come back later. */
const MAX_FIRST_WAIT_MS = 5_000;

export interface DraftClientOptions {
  readonly session: FetchSession;
  readonly pacing: Pacing;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** All requests of one draft: one budget, the crawl's pacing, shared connections, and an end to them when the site refuses. */
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

  /** Whether it has requested, or read, as much as one draft may. */
  get isSpent(): boolean {
    return this.#requests >= BUDGET.requests || this.#bytes >= BUDGET.decodedBytes;
  }

  get isDone(): boolean {
    return this.isOutOfTime || this.isRefused || this.isSpent;
  }

  /**
   * Null when the budget is used up or the site has refused too often. Rejects when the caller gave up, and with a `HostBusyError`
   * where the first response would be a long time coming.
   * @param receive is given the body part by part, instead of its being kept
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

  /** Ends its connections. */
  close(): void {
    this.#session.close();
  }
}

/** The result of a request that could not even be sent because the time was over. */
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
    durationMs: 0,
  };
}
