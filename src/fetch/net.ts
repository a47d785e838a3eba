import type { FetchFailure } from '#llmstxt';
import type { TxtRecords } from './dns-resolver.ts';
import type { Pacing } from './pacing.ts';
import type { RequestSigner } from './signatures/request-signer.ts';

/** Limits of one fetch. `limits.ts` defines the named sets with reasons. */
export interface FetchLimits {
  readonly schemes: readonly ('https' | 'http')[];
  /** If 0, redirects are not followed and a 3xx is the result. */
  readonly maxRedirects: number;
  /** Time for TCP and TLS together, over all addresses. */
  readonly connectMs: number;
  /** Longest time from the first DNS query to the last byte, including redirects. */
  readonly totalMs: number;
  /** Counted after decoding. */
  readonly maxBodyBytes: number;
  /** Action for a longer body: cut it and mark the result, or fail. */
  readonly overflow: 'truncate' | 'fail';
  /** Allows redirects to another registrable domain. A crawl reports these redirects, and a proof rejects them. */
  readonly crossDomain: boolean;
  /** `any`: one of gzip, br, deflate or none. */
  readonly codings: 'any' | 'identity';
}

export interface FetchRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Used only with POST, which never follows a redirect. */
  readonly body?: string;
  readonly limits: FetchLimits;
  /**
   * Signs each request over TLS, and each redirect for its host. Plain http is not signed, because others could read
   * and replay a signature.
   */
  readonly sign?: RequestSigner | undefined;
  /** Waits for a turn at the host and the address before each connection. `totalMs` excludes the wait. */
  readonly pacing?: Pacing;
  /**
   * Longest wait for a turn. The fetch rejects with a `HostBusyError` if the wait would be longer. Unlimited if
   * absent.
   */
  readonly maxWaitMs?: number | undefined;
  /**
   * Receives the decoded body in parts, with a gzip file unpacked. The result's body is then empty. Returns false to
   * stop reading. It must not throw.
   */
  readonly receive?: (part: Uint8Array, from: { readonly status: number; readonly url: string }) => boolean;
  readonly signal?: AbortSignal;
}

/**
 * A response or a failure. A fetch rejects only if `signal` aborts or the host is too busy for `maxWaitMs`. Faults of
 * the server are results.
 */
export interface FetchResult {
  readonly url: string;
  readonly finalUrl: string;
  /** Every URL that was requested, `url` first and `finalUrl` last. */
  readonly chain: readonly string[];
  readonly status: number | null;
  readonly failure: FetchFailure | null;
  /**
   * Set with `bad-redirect` if the site redirects to another registrable domain and `limits.crossDomain` forbids it.
   */
  readonly leftDomain?: true;
  /** Target of that redirect. */
  readonly leftFor?: string;
  /** Sentence for a person that names the failure and its place. */
  readonly detail: string | null;
  /** Fields by lowercase name. Repeated fields are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly truncated: boolean;
  /** IP address that responded last. */
  readonly address: string | null;
  readonly durationMs: number;
}

/** Requests that share connections, so one handshake serves all files of a site. */
export interface FetchSession {
  fetch(request: FetchRequest): Promise<FetchResult>;
  close(): void;
}

/** All access to the internet. Each request is limited and reaches public addresses only. */
export interface Net {
  fetch(request: FetchRequest): Promise<FetchResult>;
  openSession(): FetchSession;
  /** Returns the TXT records that a majority of the resolvers returns. The strings of a record are joined. */
  resolveTxt(name: string): Promise<TxtRecords>;
  /** Returns the reason to refuse a URL before requesting it (its addresses, for example), or null. */
  refusalReason(url: string, limits: FetchLimits): Promise<string | null>;
  close(): Promise<void>;
}
