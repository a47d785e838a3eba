import type { Marks } from '../parser/document/marks.ts';
import type { LlmsDocument, Span } from './document.ts';

/** A file as the rules see it: what it says, and what stands where. */
export interface LlmsFile {
  readonly text: string;
  /** The file's own address, against which links are resolved. */
  readonly url: string | null;
  readonly document: LlmsDocument;
  readonly marks: Marks;
  readonly title: Span | null;
  /** Blockquote that the summary was taken from. */
  readonly summary: Quote | null;
  /** List items that begin with a link, and how many of them have notes. */
  readonly namedItems: number;
  readonly notedItems: number;
  /** Marks kept of each kind, and edits that one finding may carry. */
  readonly maxMarks: number;
  readonly lineEnds: { readonly lf: number; readonly crlf: number; readonly cr: number };
}

export interface Quote extends Span {
  /** Lines with text. */
  readonly lines: number;
  /** Right after the title, with nothing but blank lines and comments between. */
  readonly inPlace: boolean;
}
