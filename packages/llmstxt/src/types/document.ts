/** A range of the decoded text: UTF-16 offsets, and the line and column (from 1) of its start. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/**
 * How a link was written. Only `inline` in a `-` list item is the proposal's own form. `broken`: a name and an address
 * that Markdown does not join, such as `[name] (url)`.
 */
export type LinkForm = 'inline' | 'reference' | 'autolink' | 'bare' | 'broken';

/** Where a link is. */
export type LinkPlace = 'item' | 'prose' | 'table' | 'quote' | 'heading';

export interface Link {
  readonly title: string;
  /** As written, entities and backslash escapes decoded. */
  readonly href: string;
  /** Absolute URL, resolved against the file's final URL; null when it cannot be resolved. */
  readonly url: string | null;
  readonly notes: string | null;
  readonly form: LinkForm;
  readonly place: LinkPlace;
  readonly span: Span;
}

export interface Section {
  readonly title: string;
  /** 2 for the proposal's sections; 3–6 for the sub-groups that people write. */
  readonly level: number;
  /** The proposal's `## Optional`, compared exactly. */
  readonly optional: boolean;
  readonly links: readonly Link[];
  readonly span: Span;
}

/** The content of an llms.txt, however it is written. */
export interface LlmsDocument {
  readonly title: string | null;
  readonly summary: string | null;
  /** The Markdown between summary and first section, trimmed. */
  readonly details: string;
  readonly sections: readonly Section[];
  /** Every link of the file in text order, those outside sections included. */
  readonly links: readonly Link[];
  /** Size of the answer's decoded body. */
  readonly bytes: number;
  /** Estimated tokens for a language model. */
  readonly tokens: number;
}
