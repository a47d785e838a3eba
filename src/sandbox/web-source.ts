/** One request as an origin sees it. `host` is the bare name that was asked, lower case, without a port. */
export interface WebRequest {
  readonly host: string;
  readonly scheme: 'https' | 'http';
  readonly method: string;
  /** Path as sent, without the query. */
  readonly path: string;
}

/** What a site says to a GET, before conditions, HEAD and compression; the origin sees to those. */
export interface WebAnswer {
  readonly status: number;
  /** Lower-case names. A missing `content-type` stays missing. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly delayMs?: number;
  /** Instead of an answer: break the connection, or never say a word. */
  readonly fault?: 'reset' | 'stall';
}

/**
 * Which certificate a name shows: only `valid` is one that the sandbox's authority vouches for today and for this name.
 * `stalled`: none, the connection is accepted and nothing ever said.
 */
export type CertificateKind = 'valid' | 'expired' | 'self-signed' | 'other-name' | 'stalled';

/** What DNS says of a name. An empty list is an answer without data; null means that the name does not exist. */
export interface NameRecords {
  /** `origin` stands for the sandbox's own address. */
  readonly a: readonly string[] | 'origin';
  readonly aaaa: readonly string[];
  /** Each record as its list of strings. */
  readonly txt: readonly (readonly string[])[];
}

/** A web of its own: everything that is known of the names that a sandbox stands in for. */
export interface WebSource {
  /** The canonical domains of its sites, sorted: what a directory would track. */
  names(): readonly string[];
  /** True for every name that this web answers for, hosts such as `www.` and names that are said not to exist included. */
  knows(name: string): boolean;
  records(name: string): NameRecords | null;
  /** Seconds for which an answer of DNS is good; a few when absent. */
  readonly ttlS?: number;
  certificate(name: string): CertificateKind;
  /** Names that share a certificate with this one, itself included; itself alone when absent. */
  certificateNames?(name: string): readonly string[];
  answer(request: WebRequest): Promise<WebAnswer>;
}
