/** Request to an origin. `host` is lowercase, without a port. */
export interface WebRequest {
  readonly host: string;
  readonly scheme: 'https' | 'http';
  readonly method: string;
  /** Path as sent, without the query. */
  readonly path: string;
}

export interface WebPost extends WebRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answer of a site to a GET. The origin handles conditions, HEAD and compression. */
export interface WebAnswer {
  readonly status: number;
  /** Lowercase names. A missing `content-type` stays missing. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly delayMs?: number;
  /** Fault in place of an answer. Either the connection is reset, or nothing is sent. */
  readonly fault?: 'reset' | 'stall';
}

/**
 * Certificate of a name. Only `valid` is signed by the sandbox's authority, for this name, and not expired.
 * `stalled`: the handshake gets no answer.
 */
export type CertificateKind = 'valid' | 'expired' | 'self-signed' | 'other-name' | 'stalled';

/** The DNS records of a name. An empty list is an answer without data. Null means that the name does not exist. */
export interface NameRecords {
  /** `origin` means the sandbox's address. */
  readonly a: readonly string[] | 'origin';
  readonly aaaa: readonly string[];
  /** Each record as its list of strings. */
  readonly txt: readonly (readonly string[])[];
}

/** Sites of a sandbox: DNS, TLS and HTTP answers for their names. */
export interface WebSource {
  /** Sorted canonical domains of its sites. */
  names(): readonly string[];
  /** Reports whether this web answers for a name, including `www.` hosts and names that do not exist. */
  knows(name: string): boolean;
  records(name: string): NameRecords | null;
  /** TTL of DNS answers, in s. A few seconds if absent. */
  readonly ttlS?: number;
  certificate(name: string): CertificateKind;
  /** Names that share a certificate with this one, including itself. Only itself if absent. */
  certificateNames?(name: string): readonly string[];
  answer(request: WebRequest): Promise<WebAnswer>;
  /** Returns the status of a POST, or null if not supported. */
  receive?(post: WebPost): Promise<number | null>;
}
