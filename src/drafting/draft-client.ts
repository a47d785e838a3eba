import type { FetchLimits, FetchResult, FetchSession } from '../fetch/net.ts';

/** Spec: at most 30 s, and what was read by then is used; the rest is for drafting and answering. */
const GATHER_MS = 27_000;
/** After this many refusals in a row nothing further is requested from the site. */
const MAX_REFUSALS = 5;
const REFUSALS = new Set([403, 429, 503]);

/** All requests of one draft: one deadline, shared connections, and an end to them when the site refuses. */
export class DraftClient {
  readonly #session: FetchSession;
  readonly #signal: AbortSignal;
  readonly #caller: AbortSignal | undefined;
  readonly #endsAt: number;
  readonly #now: () => number;
  #refusals = 0;

  constructor(session: FetchSession, now: () => number, caller?: AbortSignal) {
    this.#session = session;
    this.#now = now;
    this.#caller = caller;
    this.#endsAt = now() + GATHER_MS;
    const deadline = AbortSignal.timeout(GATHER_MS);
    this.#signal = caller ? AbortSignal.any([caller, deadline]) : deadline;
  }

  get isOutOfTime(): boolean {
    return this.#signal.aborted || this.#now() >= this.#endsAt;
  }

  get isRefused(): boolean {
    return this.#refusals >= MAX_REFUSALS;
  }

  get isDone(): boolean {
    return this.isOutOfTime || this.isRefused;
  }

  /** Null when the time is over or the site has refused too often. Rejects when the caller gave up. */
  async get(url: string, limits: FetchLimits): Promise<FetchResult | null> {
    this.#caller?.throwIfAborted();
    if (this.isDone) return null;
    try {
      const result = await this.#session.fetch({ url, limits, signal: this.#signal });
      this.#refusals = REFUSALS.has(result.status ?? 0) ? this.#refusals + 1 : 0;
      return result;
    } catch (error) {
      this.#caller?.throwIfAborted();
      if (this.#signal.aborted) return null;
      throw error;
    }
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
