/** Why no HTTP answer came: one name for each kind of network failure. */
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

/** The facts of one HTTP exchange that rules may read. Header names are lower case. */
export interface ResponseFacts {
  readonly url: string;
  readonly finalUrl: string;
  /** Every URL on the way, first to last; length 1 without a redirect. */
  readonly chain: readonly string[];
  /** Null when no answer came; `failure` says why. */
  readonly status: number | null;
  readonly failure: FetchFailure | null;
  readonly headers: Readonly<Record<string, string>>;
  /** True when the body was cut at the byte limit. */
  readonly truncated: boolean;
  /** True when what came in the end, a file or a failure, came over http. */
  readonly plainHttp: boolean;
}

/** What a visit learned from the homepage. */
export interface HomepageFacts {
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly language: string | null;
  /** Region hints such as `de-AT` or `pt_BR`, from html lang, hreflang and og:locale. */
  readonly locales: readonly string[];
  /** href of rel=describedby without another type than plain text or Markdown, resolved; from the markup or a Link header. */
  readonly describedBy: readonly string[];
  /** href of rel=alternate type=text/markdown, resolved. */
  readonly markdownAlternates: readonly string[];
}

/** One sampled link of the file and what it answered. */
export interface LinkCheck {
  readonly url: string;
  readonly own: boolean;
  readonly status: number | null;
  readonly failure: FetchFailure | null;
  readonly redirectedTo: string | null;
  /** A Markdown twin that answers for this page, if one was found. */
  readonly markdownTwin: string | null;
}

/** What was found at /llms-full.txt. */
export interface FullFileFacts {
  readonly url: string;
  readonly status: number | null;
  readonly kind: 'text' | 'html' | 'empty' | 'absent';
}
