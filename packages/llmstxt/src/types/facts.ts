export type FetchFailure =
  | 'dns'
  | 'refused-url'
  | 'refused-address'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'protocol'
  | 'too-many-redirects'
  | 'bad-redirect'
  | 'decoding'
  | 'too-large';

/** Data of an HTTP exchange for rules. Header names are lowercase, and a comma joins repeated headers. */
export interface ResponseFacts {
  readonly url: string;
  readonly finalUrl: string;
  /** All URLs of the redirect chain: one URL without a redirect. */
  readonly chain: readonly string[];
  /** Null if the server did not respond. `failure` has the reason. */
  readonly status: number | null;
  readonly failure: FetchFailure | null;
  readonly headers: Readonly<Record<string, string>>;
  /** True if the body was cut at the byte limit. */
  readonly truncated: boolean;
  /** True if the final response or failure used http. */
  readonly plainHttp: boolean;
}

export interface HomepageFacts {
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly language: string | null;
  /** Region hints such as `de-AT` or `pt_BR`, from html lang, hreflang and og:locale. */
  readonly locales: readonly string[];
  /**
   * Resolved href of rel=describedby from the markup or a Link header. The type is absent, plain text or Markdown.
   */
  readonly describedBy: readonly string[];
  /** Resolved href of rel=alternate type=text/markdown. */
  readonly markdownAlternates: readonly string[];
}

/** Sampled link of the file with its response. */
export interface LinkCheck {
  readonly url: string;
  readonly own: boolean;
  readonly status: number | null;
  readonly failure: FetchFailure | null;
  readonly redirectedTo: string | null;
  /** URL of the page's Markdown version, or null. */
  readonly markdownTwin: string | null;
}

export interface FullFileFacts {
  readonly url: string;
  readonly status: number | null;
  readonly kind: 'text' | 'html' | 'empty' | 'absent';
}
