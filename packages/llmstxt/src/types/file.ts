import type { LlmsDocument, Span } from './document.ts';

/** Kinds of deviations from the plain form of the proposal. Rules decide which kinds are faults. */
export type MarkKind =
  | 'before-title'
  | 'comment-before-title'
  | 'front-matter'
  | 'page-matter'
  | 'hidden-mark'
  | 'odd-space'
  | 'further-title'
  | 'unmarked-heading'
  | 'heading-form'
  | 'attributes'
  | 'residue'
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
  /** Text for a rule's message, such as the name, the separator or the tag. */
  readonly value: string;
  /** Inner range of some kinds, such as the name of a link or the text before it. */
  readonly inner: readonly [number, number] | null;
}

/** Marks of a file. The first `max` marks of each kind are kept, and all are counted. */
export interface FileMarks {
  readonly max: number;
  /** Kept marks of a kind, in text order. */
  of(kind: MarkKind): readonly Mark[];
  /** Number of marks of a kind, including marks not kept. */
  total(kind: MarkKind): number;
}

export interface LlmsFile {
  readonly text: string;
  /** URL of the file, against which links are resolved. */
  readonly url: string | null;
  readonly document: LlmsDocument;
  readonly marks: FileMarks;
  readonly title: Span | null;
  readonly summary: Quote | null;
  /** Number of list items that start with a link, and number of these items with notes. */
  readonly namedItems: number;
  readonly notedItems: number;
  readonly carriageReturns: number;
}

export interface Quote extends Span {
  readonly lines: number;
  /** True if the quote follows the title, with only blank lines and comments between. */
  readonly inPlace: boolean;
}
