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
  /** Fields by lowercase name. A missing `content-type` stays missing. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly delayMs?: number;
  /** Fault that replaces the answer: the connection is reset, or nothing is sent. */
  readonly fault?: 'reset' | 'stall';
}

/**
 * Certificate of a name. Only `valid` is signed by the sandbox's authority, for this name, and not expired. `stalled`: the
 * handshake gets no answer.
 */
export type CertificateKind = 'valid' | 'expired' | 'self-signed' | 'other-name' | 'stalled';

/** DNS records of a name. An empty list is an answer without data. Null means that the name does not exist. */
export interface NameRecords {
  /** `origin` means the sandbox's address. */
  readonly a: readonly string[] | 'origin';
  readonly aaaa: readonly string[];
  /** Records, each as its list of strings. */
  readonly txt: readonly (readonly string[])[];
}

/** Web in a sandbox: DNS, TLS and HTTP answers for its names. */
export interface WebSource {
  /** Returns the sorted canonical domains of the sites. */
  names(): readonly string[];
  /** Reports whether this web answers for a name, including `www.` hosts and names that do not exist. */
  knows(name: string): boolean;
  records(name: string): NameRecords | null;
  /** TTL of DNS answers, in s. Default: a few seconds. */
  readonly ttlS?: number;
  certificate(name: string): CertificateKind;
  /** Returns the names in the certificate of a name, including the name. Default: only the name. */
  certificateNames?(name: string): readonly string[];
  answer(request: WebRequest): Promise<WebAnswer>;
  /** Handles a POST. Returns the status, or null if POST is not supported. */
  receive?(post: WebPost): Promise<number | null>;
}
