import type { ResponseFacts } from '#llmstxt';
import type { TxtRecords } from './dns-resolver.ts';
import type { Pacing } from './pacing.ts';
import type { RequestSigner } from './signatures/request-signer.ts';

/** Limits of one fetch. `limits.ts` defines the named sets with reasons. */
export interface FetchLimits {
  readonly schemes: readonly ('https' | 'http')[];
  /** Most redirects to follow. If 0, a 3xx is the result. */
  readonly maxRedirects: number;
  /** Longest time for TCP and TLS together, over all addresses, in ms. */
  readonly connectMs: number;
  /** Longest time from the first DNS query to the last byte, including redirects, in ms. */
  readonly totalMs: number;
  /** Most bytes of the decoded body. If 0, the body is not read. */
  readonly maxBodyBytes: number;
  /** Treatment of a longer body: cut it and mark the result, or fail. */
  readonly overflow: 'truncate' | 'fail';
  /** True to allow redirects to another registrable domain, as a crawl does, but not a search for a proof. */
  readonly crossDomain: boolean;
  /** Accepted content codings. `any`: one of gzip, br, deflate or none. */
  readonly codings: 'any' | 'identity';
}

export interface FetchRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of a POST, which never follows a redirect. */
  readonly body?: string;
  readonly limits: FetchLimits;
  /**
   * Signs each request over TLS, and each redirect for its host. Plain http is not signed, because an attacker could read and
   * replay a signature.
   */
  readonly sign?: RequestSigner | undefined;
  /** Pacing of connections. A connection waits for a turn at the host and the address. `totalMs` excludes the wait. */
  readonly pacing?: Pacing;
  /**
   * Longest wait for a turn, in ms. The fetch rejects with a `HostBusyError` if the wait would be longer. Unlimited if absent.
   */
  readonly maxWaitMs?: number | undefined;
  /**
   * Receives the decoded body in parts, with a gzip file unpacked. Returns false to stop reading. Must not throw. The result's
   * body is then empty.
   */
  readonly receive?: (part: Uint8Array, from: { readonly status: number; readonly url: string }) => boolean;
  readonly signal?: AbortSignal;
}

/**
 * Response or failure. A fetch rejects only if `signal` aborts or the host is too busy for `maxWaitMs`. Faults of the server are
 * results.
 */
export interface FetchResult extends Omit<ResponseFacts, 'plainHttp'> {
  /**
   * Set with `bad-redirect` if the site redirects to another registrable domain and `limits.crossDomain` forbids it.
   */
  readonly leftDomain?: true;
  /** Target of the redirect to another registrable domain. */
  readonly leftFor?: string;
  /** Sentence for a person that names the failure and its place. */
  readonly detail: string | null;
  readonly body: Uint8Array;
  /** IP address that responded last. */
  readonly address: string | null;
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
  /** Returns the TXT records that a majority of the resolvers returns. Joins the strings of a record. */
  resolveTxt(name: string): Promise<TxtRecords>;
  /** Returns the reason to refuse a URL before its request, or null. For example, its host may have a private address. */
  refusalReason(url: string, limits: FetchLimits): Promise<string | null>;
  close(): Promise<void>;
}
