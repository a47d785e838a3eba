import type { FetchFailure } from '#llmstxt';
import type { TxtRecords } from './dns-resolver.ts';
import type { Pacing } from './pacing.ts';
import type { RequestSigner } from './signatures/request-signer.ts';

/** Limits of one fetch; see `limits.ts` for the named sets and their reasons. */
export interface FetchLimits {
  readonly schemes: readonly ('https' | 'http')[];
  /** 0: redirects are not followed, and a 3xx is the result. */
  readonly maxRedirects: number;
  /** For TCP and TLS together, over all addresses. */
  readonly connectMs: number;
  /** From the first DNS query to the last byte, redirects included. */
  readonly totalMs: number;
  /** Counted after decoding. */
  readonly maxBodyBytes: number;
  /** What to do with a longer body: cut it (and say so) or fail. */
  readonly overflow: 'truncate' | 'fail';
  /** Redirects may leave the registrable domain (a crawl reads and reports them; a proof refuses them). */
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
  /** Signs each request over TLS, every redirect for its own host. Unencrypted, others could read a signature and use it. */
  readonly sign?: RequestSigner | undefined;
  /** Waits for a turn at the host and the address before each connection; the wait is not part of `totalMs`. */
  readonly pacing?: Pacing;
  /** The longest wait for a turn; rejects with a `HostBusyError` where it will not be enough. No bound when absent. */
  readonly maxWaitMs?: number | undefined;
  /**
   * Is given the decoded body part by part, a gzip file unpacked, instead of its being kept: the result's body is empty. False: enough was
   * read. It must not throw.
   */
  readonly receive?: (part: Uint8Array, from: { readonly status: number; readonly url: string }) => boolean;
  readonly signal?: AbortSignal;
}

/**
 * A response, or the failure that came instead. A fetch never rejects because of what the other side did, only when `signal` aborts or
 * the host is too busy for `maxWaitMs`.
 */
export interface FetchResult {
  readonly url: string;
  readonly finalUrl: string;
  /** Every URL that was requested, `url` first and `finalUrl` last. */
  readonly chain: readonly string[];
  readonly status: number | null;
  readonly failure: FetchFailure | null;
  /** With `bad-redirect`: the site redirects to another registrable domain, which `limits.crossDomain` forbids. */
  readonly leftDomain?: true;
  /** Where that redirect leads. */
  readonly leftFor?: string;
  /** A sentence for a person: what failed and where. */
  readonly detail: string | null;
  /** Lower-case names; repeated fields joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly truncated: boolean;
  /** The address that responded last. */
  readonly address: string | null;
  readonly durationMs: number;
}

/** Requests that share connections: one handshake serves all files of a site. */
export interface FetchSession {
  fetch(request: FetchRequest): Promise<FetchResult>;
  /** Ends the connections that are kept. */
  close(): void;
}

/** All access to the internet: every request is checked against its limits and never leaves the public internet. */
export interface Net {
  fetch(request: FetchRequest): Promise<FetchResult>;
  openSession(): FetchSession;
  /** TXT records by a majority of the configured resolvers, strings of a record joined. */
  resolveTxt(name: string): Promise<TxtRecords>;
  /** Why a URL would be refused before it is requested, because of its addresses for example; null when it may be requested. */
  refusalReason(url: string, limits: FetchLimits): Promise<string | null>;
  close(): Promise<void>;
}
