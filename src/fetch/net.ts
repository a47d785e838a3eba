import type { FetchFailure } from '#llmstxt';
import type { Pacing } from './pacing.ts';

/** Limits of one fetch; see `limits.ts` for the named sets and their reasons. */
export interface FetchLimits {
  readonly schemes: readonly ('https' | 'http')[];
  /** 0: redirects are not followed, and a 3xx is the answer. */
  readonly maxRedirects: number;
  /** For TCP and TLS together, over all addresses. */
  readonly connectMs: number;
  /** From the first DNS question to the last byte, redirects included. */
  readonly totalMs: number;
  /** Counted after decoding. */
  readonly maxBodyBytes: number;
  /** What to do with a longer body: cut it (and say so) or fail. */
  readonly overflow: 'truncate' | 'fail';
  /** Redirects may leave the registrable domain (a crawl reads and reports; a proof refuses). */
  readonly crossDomain: boolean;
  /** `any`: one of gzip, br, deflate or none. */
  readonly codings: 'any' | 'identity';
}

export interface FetchRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Only with POST, which never follows a redirect. */
  readonly body?: string;
  readonly limits: FetchLimits;
  /** Waits its turn at the host and the address before each connection; the wait is not part of `totalMs`. */
  readonly pacing?: Pacing;
  /** The longest wait for a turn; rejects with a `HostBusyError` where it will not be enough. No bound when absent. */
  readonly maxWaitMs?: number | undefined;
  readonly signal?: AbortSignal;
}

/** An answer, or the failure that came instead: this never rejects for what the other side did, only when `signal` aborts or the host is too busy for `maxWaitMs`. */
export interface Answer {
  readonly url: string;
  readonly finalUrl: string;
  readonly chain: readonly string[];
  readonly status: number | null;
  readonly failure: FetchFailure | null;
  /** A sentence for a person: what failed and where. */
  readonly detail: string | null;
  /** Lower-case names; repeated fields joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly truncated: boolean;
  /** The address that answered last. */
  readonly address: string | null;
  readonly durationMs: number;
}

/** Requests that belong together. */
export interface NetVisit {
  fetch(request: FetchRequest): Promise<Answer>;
  close(): void;
}

/** The only door to the outside. */
export interface Net {
  fetch(request: FetchRequest): Promise<Answer>;
  /** Connections that its answers leave open are used again for the same host, until it is closed: one handshake for all files of a site. */
  openVisit(): NetVisit;
  /** TXT records by a majority of the configured resolvers, strings of a record joined. */
  resolveTxt(
    name: string,
  ): Promise<
    | { readonly kind: 'records'; readonly records: readonly string[] }
    | { readonly kind: 'absent' }
    | { readonly kind: 'failed'; readonly detail: string }
  >;
  /** Why a URL would be refused before it is asked, its addresses included; null when it may be asked. */
  refusalOf(url: string, limits: FetchLimits): Promise<string | null>;
  close(): Promise<void>;
}
