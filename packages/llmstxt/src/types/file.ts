import type { LlmsDocument, Span } from './document.ts';

/** Kinds of places where a file differs from the plain shape of the proposal. A mark is a fact; rules judge it. */
export type MarkKind =
  | 'before-title'
  | 'comment-before-title'
  | 'front-matter'
  | 'page-matter'
  | 'hidden-mark'
  | 'odd-space'
  | 'further-title'
  | 'tight-heading'
  | 'heading-form'
  | 'deep-heading'
  | 'section'
  | 'empty-section'
  | 'section-without-links'
  | 'prose'
  | 'table'
  | 'quote'
  | 'code'
  | 'html'
  | 'comment'
  | 'definition'
  | 'break'
  | 'tag'
  | 'heading-in-fence'
  | 'unclosed-fence'
  | 'item'
  | 'item-without-link'
  | 'bullet'
  | 'nested-item'
  | 'wrapped-notes'
  | 'bold-link'
  | 'reference-link'
  | 'titled-link'
  | 'angled-link'
  | 'bracketed-name'
  | 'text-before-link'
  | 'separator'
  | 'further-link'
  | 'bare-link'
  | 'broken-link'
  | 'gap-link'
  | 'spaces-link'
  | 'bracket-link'
  | 'foreign-link'
  | 'unclear-link'
  | 'check-box'
  | 'trailing-space'
  | 'no-notes'
  | 'left-out';

export interface Mark extends Span {
  /** What a rule needs for its message: the name, the separator, the tag. */
  readonly value: string;
  /** A second range within the first, where the kind has one: the name of a link, the text before it. */
  readonly inner: readonly [number, number] | null;
}

/** The marks of a file. Of each kind the first `max` are kept; all are counted. */
export interface FileMarks {
  readonly max: number;
  /** The kept marks of a kind, in text order. */
  of(kind: MarkKind): readonly Mark[];
  /** How many marks of a kind there are, those not kept included. */
  total(kind: MarkKind): number;
}

/** A file as the rules see it: its content and its marks. */
export interface LlmsFile {
  readonly text: string;
  /** The file's own URL, against which links are resolved. */
  readonly url: string | null;
  readonly document: LlmsDocument;
  readonly marks: FileMarks;
  readonly title: Span | null;
  /** Blockquote that the summary was taken from. */
  readonly summary: Quote | null;
  /** List items that begin with a link, and how many of them have notes. */
  readonly namedItems: number;
  readonly notedItems: number;
  readonly lineEnds: LineEnds;
}

export interface Quote extends Span {
  /** Lines with text. */
  readonly lines: number;
  /** Right after the title, with nothing but blank lines and comments between. */
  readonly inPlace: boolean;
}

/** Carriage returns of a file: before a line feed, and alone. */
export interface LineEnds {
  readonly crlf: number;
  readonly cr: number;
}
