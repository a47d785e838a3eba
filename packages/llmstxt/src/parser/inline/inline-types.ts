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

/** For a URL without a name, the text is the URL. */
export interface InlineLink extends InlineStructure {
  readonly form: LinkForm;
  /** Escapes resolved. */
  readonly href: string;
  /** `(<url>)` */
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
