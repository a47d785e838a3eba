/** One request as an origin sees it. `host` is the bare name that was asked, lower case, without a port. */
export interface WebRequest {
  readonly host: string;
  readonly scheme: 'https' | 'http';
  readonly method: string;
  /** Path as sent, without the query. */
  readonly path: string;
}

/** What somebody posts to a site. */
export interface WebPost extends WebRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a site answers to a GET, before conditions, HEAD and compression, which the origin handles. */
export interface WebAnswer {
  readonly status: number;
  /** Lower-case names. A missing `content-type` stays missing. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly delayMs?: number;
  /** Instead of an answer: reset the connection, or send nothing at all. */
  readonly fault?: 'reset' | 'stall';
}

/**
 * Which certificate a name presents: only `valid` is signed by the sandbox's authority for this name and not expired.
 * `stalled`: none, the connection is accepted and the handshake never answered.
 */
export type CertificateKind = 'valid' | 'expired' | 'self-signed' | 'other-name' | 'stalled';

/** The DNS records of a name. An empty list is an answer without data; null means that the name does not exist. */
export interface NameRecords {
  /** `origin` stands for the sandbox's own address. */
  readonly a: readonly string[] | 'origin';
  readonly aaaa: readonly string[];
  /** Each record as its list of strings. */
  readonly txt: readonly (readonly string[])[];
}

/** The sites behind a sandbox: all that DNS, TLS and HTTP answer for their names. */
export interface WebSource {
  /** The canonical domains of its sites, sorted: what a directory would track. */
  names(): readonly string[];
  /** True for every name that this web answers for, including hosts such as `www.` and names that do not exist in it. */
  knows(name: string): boolean;
  records(name: string): NameRecords | null;
  /** Seconds for which a DNS answer may be cached; a few when absent. */
  readonly ttlS?: number;
  certificate(name: string): CertificateKind;
  /** Names that share a certificate with this one, itself included; itself alone when absent. */
  certificateNames?(name: string): readonly string[];
  answer(request: WebRequest): Promise<WebAnswer>;
  /** The status of the answer to a POST; null, or no such method, where nothing takes one. */
  receive?(post: WebPost): number | null;
}
