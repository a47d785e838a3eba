import type { LinkForm } from '../../types/document.ts';

/** Range of a run of inline text. Offsets refer to the run. */
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
 * Fault of a link that Markdown does not parse: a `gap` between name and target, `spaces` in the URL or HTML
 * attributes after it, an unmatched `bracket` in the name, the `foreign` form of another markup language, or `unclear`
 * brackets.
 */
export type LinkFault = 'gap' | 'spaces' | 'bracket' | 'foreign' | 'unclear';

/** The text of a nameless URL is the URL. */
export interface InlineLink extends InlineStructure {
  readonly form: LinkForm;
  /** Null unless the form is `broken`. */
  readonly fault: LinkFault | null;
  /** URL with resolved escapes. */
  readonly href: string;
  /** True for `(<url>)`, `("url")`, `((url))` or `(url>)`. */
  readonly angled: boolean;
  /** True for `(url "title")`. */
  readonly titled: boolean;
}

/** Link reference definitions by normalized label. */
export type Definitions = ReadonlyMap<string, string>;

/** Inline constructs in the order of their starts. */
export interface InlineResult {
  readonly links: readonly InlineLink[];
  /** `[name](…)` that is not a link, for example because its URL has a space. */
  readonly broken: readonly InlineRange[];
  /** Images. Markup of other languages, such as `{: .class}`, counts as an image with an empty text at its end. */
  readonly images: readonly InlineStructure[];
  /** First raw HTML tags, without comments. */
  readonly tags: readonly InlineRange[];
}
