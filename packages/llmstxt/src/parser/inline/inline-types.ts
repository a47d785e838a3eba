import type { LinkForm } from '../../types/document.ts';

/** A range of a run of inline text; offsets are into that run. */
export interface InlineRange {
  readonly start: number;
  readonly end: number;
}

/** `[text](…)` or `![text](…)`, with the range of its text. */
export interface InlineStructure extends InlineRange {
  readonly textStart: number;
  readonly textEnd: number;
}

/**
 * Why Markdown sees no link where one was meant: a `gap` between name and target, `spaces` in the URL, a lone `bracket` in
 * the name, the `foreign` form of another markup language, or brackets of which the meaning is `unclear`.
 */
export type LinkFault = 'gap' | 'spaces' | 'bracket' | 'foreign' | 'unclear';

/** For a URL without a name, the text is the URL. */
export interface InlineLink extends InlineStructure {
  readonly form: LinkForm;
  /** Null except for the form `broken`. */
  readonly fault: LinkFault | null;
  /** Escapes resolved. */
  readonly href: string;
  /** `(<url>)`, `("url")` or `((url))` */
  readonly angled: boolean;
  /** `(url "title")` */
  readonly titled: boolean;
}

/** Link reference definitions by normalized label. */
export type Definitions = ReadonlyMap<string, string>;

/** Everything in the order of its start. */
export interface InlineResult {
  readonly links: readonly InlineLink[];
  /** `[name](…)` that is no link, because its URL has a space or the like. */
  readonly broken: readonly InlineRange[];
  readonly images: readonly InlineStructure[];
  /** The first raw HTML tags, comments not counted. */
  readonly tags: readonly InlineRange[];
}
