/** Range of the decoded text: UTF-16 offsets, and the line and column (from 1) of its start. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/**
 * Form of a link. Only `inline` in a `-` list item is the form of the proposal. `broken` is a name and a URL that
 * Markdown does not join, such as `[name] (url)`.
 */
export type LinkForm = 'inline' | 'reference' | 'autolink' | 'bare' | 'broken';

export type LinkPlace = 'item' | 'prose' | 'table' | 'quote' | 'heading';

export interface Link {
  readonly title: string;
  /** URL as written, with decoded entities and backslash escapes. */
  readonly href: string;
  /** Absolute URL, resolved against the file's final URL, or null. */
  readonly url: string | null;
  readonly notes: string | null;
  readonly form: LinkForm;
  readonly place: LinkPlace;
  readonly span: Span;
}

export interface Section {
  readonly title: string;
  /** Heading level: 2 for sections of the proposal, 3–6 for groups below a section. */
  readonly level: number;
  /** True for exactly `## Optional`, as in the proposal. */
  readonly optional: boolean;
  readonly links: readonly Link[];
  readonly span: Span;
}

export interface LlmsDocument {
  readonly title: string | null;
  readonly summary: string | null;
  /** Trimmed Markdown between summary and first section. */
  readonly details: string;
  readonly sections: readonly Section[];
  /** All links of the file in text order, including links outside sections. */
  readonly links: readonly Link[];
  /** Size of the decoded body, in bytes. */
  readonly bytes: number;
  /** Estimated tokens for a language model. */
  readonly tokens: number;
}
