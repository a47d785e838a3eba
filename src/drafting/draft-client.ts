import type { FetchLimits, FetchResult, FetchSession, Net } from '../fetch/net.ts';

/** Spec: at most 30 s, and what was read by then is used; the rest is for drafting and answering. */
const GATHER_MS = 27_000;
/** After that many refusals in a row the site has had enough of us. */
const MAX_REFUSALS = 5;

/** All requests of one draft: one deadline, connections that are used again, and an end to them when the site refuses. */
export class Visit {
  readonly #net: FetchSession;
  readonly #signal: AbortSignal;
  readonly #caller: AbortSignal | undefined;
  readonly #endsAt: number;
  readonly #now: () => number;
  #refusals = 0;

  constructor(net: Net, now: () => number, signal?: AbortSignal) {
    this.#net = net.openSession();
    this.#now = now;
    this.#caller = signal;
    this.#endsAt = now() + GATHER_MS;
    const deadline = AbortSignal.timeout(GATHER_MS);
    this.#signal = signal ? AbortSignal.any([signal, deadline]) : deadline;
  }

  get over(): boolean {
    return this.#signal.aborted || this.#now() >= this.#endsAt;
  }

  get refused(): boolean {
    return this.#refusals >= MAX_REFUSALS;
  }

  get done(): boolean {
    return this.over || this.refused;
  }

  /** The answer; null when the time is over or the site has refused too often. Rejects when the caller gave up. */
  async get(url: string, limits: FetchLimits): Promise<FetchResult | null> {
    this.#caller?.throwIfAborted();
    if (this.done) return null;
    try {
      const answer = await this.#net.fetch({ url, limits, signal: this.#signal });
      const isRefusal = answer.status === 429 || answer.status === 503 || answer.status === 403;
      this.#refusals = isRefusal ? this.#refusals + 1 : 0;
      return answer;
    } catch (error) {
      this.#caller?.throwIfAborted();
      if (this.#signal.aborted) return null;
      throw error;
    }
  }

  /** Hangs up. */
  close(): void {
    this.#net.close();
  }

  /** For what could not even be asked. */
  nothing(url: string): FetchResult {
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
}
