import type { Definition } from './definition.ts';

/** Position in the text: offset, line from 1, and start of the line. */
export interface Place {
  readonly at: number;
  readonly line: number;
  readonly lineStart: number;
}

export interface OpenItem extends Place {
  readonly kind: 'item';
  /** Marker of the item: `-`, `*`, `+`, or digits with `.` or `)`. */
  readonly marker: string;
  /** Number of items around the item. */
  readonly depth: number;
  /** Start of the item's text, and the columns of its continuation indent. */
  readonly content: number;
  readonly indent: number;
  links: number;
  blocks: number;
}

export interface OpenQuote extends Place {
  readonly kind: 'quote';
}

export type Container = OpenItem | OpenQuote;

/** Inline text: a range of the source, or joined lines without their quote marks. */
export interface Run {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Source offset, line and line start of each joined line. Null if the run is a source range. */
  readonly joined: readonly JoinedLine[] | null;
  /** Number of lines of its block. */
  readonly lines: number;
  readonly place: Place;
}

export interface JoinedLine extends Place {
  readonly offset: number;
}

/** Style of a heading. Markdown does not parse `unmarked` headings: `#Title` or `＃ Title`. */
export type HeadingStyle = 'atx' | 'setext' | 'unmarked';

export interface Heading {
  readonly level: number;
  readonly style: HeadingStyle;
  readonly run: Run;
  readonly start: Place;
  readonly end: number;
}

/**
 * Receives the blocks of a text in the order of their ends. `containers` are the blocks around it, outermost first.
 */
export interface BlockHandler {
  heading(heading: Heading, containers: readonly Container[]): void;
  /** `isTable` is true if its second line is the delimiter row of a table. */
  paragraph(run: Run, containers: readonly Container[], isTable: boolean): void;
  fence(start: Place, end: number, containers: readonly Container[]): void;
  indentedCode(start: Place, end: number, containers: readonly Container[]): void;
  html(start: Place, end: number, containers: readonly Container[]): void;
  thematicBreak(start: Place, end: number): void;
  /** Characters that hide the block start, or the space after its mark, from Markdown. */
  oddMark(kind: 'hidden-mark' | 'odd-space', start: Place, end: number): void;
  /** Reports front matter of a further page. */
  pageMatter(start: Place, end: number, containers: readonly Container[]): void;
  quoteEnd(quote: Place, end: number, containers: readonly Container[]): void;
  itemStart(item: OpenItem): void;
  itemEnd(item: OpenItem): void;
  /** Offsets refer to `text`, which may be joined lines. */
  definition(text: string, definition: Definition, start: Place): void;
}
