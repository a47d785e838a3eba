import type { Definition } from './definition.ts';

/** A place in the text: offset, line from 1, and where that line starts. */
export interface Place {
  readonly at: number;
  readonly line: number;
  readonly lineStart: number;
}

/** A list item while it is open. */
export interface OpenItem extends Place {
  readonly kind: 'item';
  /** `-`, `*`, `+`, or the digits with `.` or `)`. */
  readonly marker: string;
  /** Items around it. */
  readonly depth: number;
  /** Where its text starts, and the number of columns that its continuation lines are indented by. */
  readonly content: number;
  readonly indent: number;
  /** Links of its own text, nested items not counted. */
  links: number;
  /** Blocks begun in it. */
  blocks: number;
}

export interface OpenQuote extends Place {
  readonly kind: 'quote';
}

export type Container = OpenItem | OpenQuote;

/** Inline text: one range of the source, or lines joined after their quote marks were taken off. */
export interface Run {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Source offset, line and line start of each joined line; null where the run is the source itself. */
  readonly joined: readonly JoinedLine[] | null;
  /** Lines of its block. */
  readonly lines: number;
  readonly place: Place;
}

export interface JoinedLine extends Place {
  /** Offset in the joined text. */
  readonly offset: number;
}

/** `tight` is `#Title`. */
export type HeadingStyle = 'atx' | 'setext' | 'tight';

export interface Heading {
  readonly level: number;
  readonly style: HeadingStyle;
  readonly run: Run;
  readonly start: Place;
  readonly end: number;
}

/** Receives the blocks of a text in the order in which they end. `containers`: the blocks around it, outermost first. */
export interface BlockHandler {
  heading(heading: Heading, containers: readonly Container[]): void;
  /** `isTable`: its second line is the delimiter row of a table. */
  paragraph(run: Run, containers: readonly Container[], isTable: boolean): void;
  fence(start: Place, end: number, containers: readonly Container[], isClosed: boolean): void;
  indentedCode(start: Place, end: number, containers: readonly Container[]): void;
  html(start: Place, end: number, containers: readonly Container[]): void;
  thematicBreak(start: Place, end: number): void;
  /** Characters that keep Markdown from seeing the block that starts here, or the space after its mark. */
  oddMark(kind: 'hidden-mark' | 'odd-space', start: Place, end: number): void;
  /** Front matter of a further page. */
  pageMatter(start: Place, end: number): void;
  quoteEnd(quote: Place, end: number, containers: readonly Container[]): void;
  itemStart(item: OpenItem): void;
  itemEnd(item: OpenItem): void;
  /** Offsets are into `text`, which may be joined lines. */
  definition(text: string, definition: Definition, start: Place): void;
}
