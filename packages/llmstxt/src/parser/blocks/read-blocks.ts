import { runOf } from '../characters.ts';
import { type Definition, definitionAt } from './definition.ts';
import { closesHtml, htmlBlockAt } from './html-block.ts';

/** A place in the text: offset, line and column from 1. */
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
  /** Where its text starts, and the number of columns its continuation lines are indented by. */
  readonly content: number;
  readonly indent: number;
  /** Links of its own text, nested items not counted. */
  links: number;
  paragraphs: number;
  /** Offset after the last thing in it. */
  end: number;
}

interface OpenQuote extends Place {
  readonly kind: 'quote';
}

export type Container = OpenItem | OpenQuote;

/** Inline text: one run of the source, or lines joined after their quote marks were taken off. */
export interface Run {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Source offset, line and line start for each joined line; null where the run is the source itself. */
  readonly joined: readonly JoinedLine[] | null;
  readonly place: Place;
}

export interface JoinedLine extends Place {
  /** Offset in the joined text. */
  readonly offset: number;
}

/** `tight` is `#Title`. */
export type HeadingStyle = 'atx' | 'setext' | 'tight';

/** Told what stands in the text, in the order in which blocks end. */
export interface BlockSink {
  heading(
    level: number,
    style: HeadingStyle,
    run: Run,
    start: Place,
    end: number,
    containers: readonly Container[],
  ): void;
  paragraph(run: Run, containers: readonly Container[], delimiterRow: boolean): void;
  code(start: Place, end: number, fenced: boolean, closed: boolean, containers: readonly Container[]): void;
  html(start: Place, end: number, containers: readonly Container[]): void;
  thematicBreak(start: Place, end: number, containers: readonly Container[]): void;
  openQuote(start: Place, containers: readonly Container[]): void;
  closeQuote(quote: Place, end: number, containers: readonly Container[]): void;
  openItem(item: OpenItem, containers: readonly Container[]): void;
  closeItem(item: OpenItem, containers: readonly Container[]): void;
  /** Offsets are into `text`, which may be joined lines. */
  definition(text: string, definition: Definition): void;
}

/**
 * Containers nested deeper than this are read as text. People nest four or five; the bound keeps a megabyte of `>`
 * linear, because every later line has to ask every open container.
 */
const MAX_DEPTH = 32;

/**
 * Reads CommonMark's blocks in one pass and tells them to `sink`. Keeps nothing but the block that is open, so that
 * memory does not follow the number of lines. Offsets are into `text`; `from` is where reading starts.
 */
export function readBlocks(text: string, from: number, line: number, sink: BlockSink): void {
  new BlockReader(text, sink).read(from, line);
}

type Leaf = 'none' | 'paragraph' | 'fence' | 'indented' | 'html';

class BlockReader {
  readonly #text: string;
  readonly #sink: BlockSink;
  readonly #lonelyCr: boolean;
  readonly #containers: Container[] = [];
  #quotes = 0;
  /** The line being read: start, end without its line end, and number. */
  #lineStart = 0;
  #lineEnd = 0;
  #line = 1;
  /** Reading position in the line, its column, and what is left of a tab that was half used. */
  #at = 0;
  #column = 0;
  /** Offset of the first character after `#at` that is no blank; set by `#indent`. */
  #nonBlank = 0;
  #leaf: Leaf = 'none';
  #leafStart: Place = { at: 0, line: 1, lineStart: 0 };
  #leafEnd = 0;
  #fence = 0;
  #fenceLength = 0;
  #htmlKind = 0;
  #lines: JoinedLine[] = [];
  #joined: string[] = [];
  #joinedLength = 0;
  #delimiterRow = false;
  #paragraphLines = 0;
  #lastEnd = 0;

  constructor(text: string, sink: BlockSink) {
    this.#text = text;
    this.#sink = sink;
    this.#lonelyCr = text.includes('\r');
  }

  read(from: number, line: number): void {
    const text = this.#text;
    this.#line = line;
    for (let at = from; at < text.length; ) {
      const next = this.#findLineEnd(at);
      // A byte-order mark is a character of the first line, though it is not read.
      this.#lineStart = at === 1 && this.#line === 1 ? 0 : at;
      this.#readLine(at);
      at = next;
      this.#line++;
    }
    this.#lineStart = text.length;
    this.#closeLeaf(this.#leaf !== 'fence');
    this.#closeTo(0);
  }

  /** Sets the end of the line that starts at `at`; returns the start of the next one. */
  #findLineEnd(at: number): number {
    const text = this.#text;
    if (!this.#lonelyCr) {
      const end = text.indexOf('\n', at);
      this.#lineEnd = end < 0 ? text.length : end;
      return this.#lineEnd + 1;
    }
    let end = at;
    while (end < text.length) {
      const code = text.charCodeAt(end);
      if (code === 10 || code === 13) break;
      end++;
    }
    this.#lineEnd = end;
    return text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
  }

  #readLine(from: number): void {
    this.#at = from;
    this.#column = 0;
    const matched = this.#containers.length === 0 ? 0 : this.#matchContainers();
    if (matched === this.#containers.length && this.#continueLeaf()) return;
    this.#startBlocks(matched);
  }

  /** Number of columns of blank before the next character, and its offset. */
  #indent(): number {
    const text = this.#text;
    let column = this.#column;
    let at = this.#at;
    while (at < this.#lineEnd) {
      const code = text.charCodeAt(at);
      if (code === 32) column++;
      else if (code === 9) column += 4 - (column % 4);
      else break;
      at++;
    }
    this.#nonBlank = at;
    return column - this.#column;
  }

  #advance(columns: number): void {
    let left = columns;
    while (left > 0 && this.#at < this.#lineEnd) {
      const code = this.#text.charCodeAt(this.#at);
      const width = code === 9 ? 4 - (this.#column % 4) : 1;
      if (width > left) {
        // Part of a tab: the column moves on, the character stays.
        this.#column += left;
        return;
      }
      this.#column += width;
      left -= width;
      this.#at++;
    }
  }

  #matchContainers(): number {
    let index = 0;
    for (; index < this.#containers.length; index++) {
      const container = this.#containers[index];
      if (container === undefined) break;
      const indent = this.#indent();
      const blank = this.#nonBlank >= this.#lineEnd;
      if (container.kind === 'quote') {
        if (indent > 3 || this.#text.charCodeAt(this.#nonBlank) !== 62 || blank) break;
        this.#takeQuoteMark();
      } else if (blank) {
        // An item whose first line was blank ends at the next blank line.
        if (container.paragraphs === 0 && this.#leaf === 'none' && index === this.#containers.length - 1) break;
        this.#at = this.#nonBlank;
      } else if (indent >= container.indent) this.#advance(container.indent);
      else break;
    }
    return index;
  }

  #takeQuoteMark(): void {
    this.#column += this.#nonBlank - this.#at + 1;
    this.#at = this.#nonBlank + 1;
    const code = this.#text.charCodeAt(this.#at);
    if (this.#at < this.#lineEnd && (code === 32 || code === 9)) this.#advance(1);
  }

  /** True when the line belongs to an open fence, HTML block or indented code. */
  #continueLeaf(): boolean {
    switch (this.#leaf) {
      case 'fence': {
        const indent = this.#indent();
        const start = this.#nonBlank;
        this.#leafEnd = this.#lineEnd;
        if (indent <= 3 && this.#text.charCodeAt(start) === this.#fence && start < this.#lineEnd) {
          const run = runOf(this.#text, start, this.#lineEnd, this.#fence);
          if (run >= this.#fenceLength && this.#blankFrom(start + run)) this.#closeLeaf(true);
        }
        return true;
      }
      case 'html':
        if (this.#htmlKind >= 6 && this.#blankFrom(this.#at)) {
          this.#closeLeaf(true);
          return true;
        }
        this.#leafEnd = this.#lineEnd;
        if (closesHtml(this.#htmlKind, this.#text, this.#at, this.#lineEnd)) this.#closeLeaf(true);
        return true;
      case 'indented':
        if (this.#blankFrom(this.#at)) return true;
        if (this.#indent() < 4) return false;
        this.#leafEnd = this.#lineEnd;
        return true;
      default:
        return false;
    }
  }

  #blankFrom(at: number): boolean {
    for (let next = at; next < this.#lineEnd; next++) {
      const code = this.#text.charCodeAt(next);
      if (code !== 32 && code !== 9) return false;
    }
    return true;
  }

  #startBlocks(matched: number): void {
    const text = this.#text;
    let open = matched;
    // The leaf that is open belongs to the innermost container; a line that misses that one can only continue it lazily.
    let paragraphHere = this.#leaf === 'paragraph' && matched === this.#containers.length;
    for (;;) {
      const indent = this.#indent();
      const start = this.#nonBlank;
      if (start >= this.#lineEnd) {
        this.#blankLine(open);
        return;
      }
      if (indent >= 4) {
        // Indented text after a paragraph goes on with it, lazily or not.
        if (this.#leaf === 'paragraph') break;
        this.#closeTo(open);
        this.#closeLeaf(true);
        this.#openLeaf('indented', start);
        return;
      }
      const code = text.charCodeAt(start);
      if (isPlain(code)) break;
      if (code === 62 && open < MAX_DEPTH) {
        this.#closeTo(open);
        this.#closeLeaf(true);
        this.#pushQuote(start);
      } else if (code === 35 && this.#atxHeading(start, open)) return;
      else if ((code === 96 || code === 126) && this.#openFence(start, code, open)) return;
      else if (code === 60 && this.#openHtml(start, open)) return;
      else if (paragraphHere && (code === 61 || code === 45) && this.#setextHeading(start, code)) return;
      else if (this.#thematicBreak(start, code, open)) return;
      else if (open < MAX_DEPTH && this.#openItem(start, indent, open, paragraphHere)) {
        // Opened; go on with its content.
      } else break;
      open = this.#containers.length;
      paragraphHere = false;
    }
    this.#textLine(open);
  }

  #blankLine(open: number): void {
    // A blank line inside a quote that it does not continue ends the quote; items go on.
    this.#closeLeafIf('paragraph');
    this.#closeTo(open);
  }

  #textLine(open: number): void {
    if (this.#leaf === 'paragraph') {
      this.#addLine();
      return;
    }
    this.#closeTo(open);
    this.#closeLeaf(true);
    this.#openLeaf('paragraph', this.#nonBlank);
    this.#addLine();
  }

  #addLine(): void {
    const start = this.#nonBlank;
    this.#leafEnd = this.#lineEnd;
    this.#paragraphLines++;
    if (this.#paragraphLines === 2) this.#delimiterRow = isDelimiterRow(this.#text, start, this.#lineEnd);
    if (this.#quotes === 0) return;
    this.#lines.push({ offset: this.#joinedLength, at: start, line: this.#line, lineStart: this.#lineStart });
    this.#joined.push(this.#text.slice(start, this.#lineEnd));
    this.#joinedLength += this.#lineEnd - start + 1;
  }

  #openLeaf(leaf: Leaf, start: number): void {
    this.#leaf = leaf;
    this.#leafStart = { at: start, line: this.#line, lineStart: this.#lineStart };
    this.#leafEnd = this.#lineEnd;
    if (leaf !== 'paragraph') this.#countInItem();
  }

  /** Anything in an item makes it a begun one. */
  #countInItem(): void {
    const item = this.#containers.at(-1);
    if (item?.kind === 'item') item.paragraphs++;
  }

  #closeLeafIf(leaf: Leaf): void {
    if (this.#leaf === leaf) this.#closeLeaf(true);
  }

  #closeLeaf(closed: boolean): void {
    const leaf = this.#leaf;
    if (leaf === 'none') return;
    this.#leaf = 'none';
    this.#lastEnd = this.#leafEnd;
    const item = this.#containers.at(-1);
    if (item?.kind === 'item') item.end = this.#leafEnd;
    if (leaf === 'paragraph') this.#endParagraph();
    else if (leaf === 'html') this.#sink.html(this.#leafStart, this.#leafEnd, this.#containers);
    else this.#sink.code(this.#leafStart, this.#leafEnd, leaf === 'fence', closed, this.#containers);
  }

  #endParagraph(): void {
    const run = this.#takeParagraph();
    this.#countInItem();
    if (run !== null) this.#sink.paragraph(run, this.#containers, this.#delimiterRow);
    this.#delimiterRow = false;
  }

  /** The open paragraph's text without the definitions at its start; null when nothing is left. */
  #takeParagraph(): Run | null {
    const quoted = this.#lines.length > 0;
    const text = quoted ? this.#joined.join('\n') : this.#text;
    const joined = quoted ? this.#lines : null;
    let from = quoted ? 0 : this.#leafStart.at;
    const to = quoted ? text.length : this.#leafEnd;
    let place = this.#leafStart;
    this.#lines = [];
    this.#joined = [];
    this.#joinedLength = 0;
    this.#paragraphLines = 0;
    while (from < to && text.charCodeAt(from) === 91) {
      const definition = definitionAt(text, from, to);
      if (definition === null) break;
      this.#sink.definition(text, definition);
      from = definition.next;
      place = joined === null ? this.#lineAt(place, from) : (joined.find((line) => line.offset >= from) ?? place);
    }
    return from < to ? { text, from, to, joined, place } : null;
  }

  #lineAt(place: Place, at: number): Place {
    let { line, lineStart } = place;
    for (let next = place.at; next < at; next++) {
      const code = this.#text.charCodeAt(next);
      if (code === 10 || (code === 13 && this.#text.charCodeAt(next + 1) !== 10)) {
        line++;
        lineStart = next + 1;
      }
    }
    return { at, line, lineStart };
  }

  #closeTo(open: number): void {
    if (this.#containers.length <= open) return;
    this.#closeLeaf(this.#leaf !== 'fence');
    while (this.#containers.length > open) {
      const container = this.#containers.pop();
      if (container === undefined) return;
      const parent = this.#containers.at(-1);
      if (parent?.kind === 'item') {
        parent.paragraphs++;
        parent.end = this.#lastEnd;
      }
      if (container.kind === 'quote') {
        this.#quotes--;
        this.#sink.closeQuote(container, this.#lastEnd, this.#containers);
      } else this.#sink.closeItem(container, this.#containers);
    }
  }

  #pushQuote(start: number): void {
    const quote: OpenQuote = { kind: 'quote', at: start, line: this.#line, lineStart: this.#lineStart };
    this.#lastEnd = start + 1;
    this.#takeQuoteMark();
    this.#sink.openQuote(quote, this.#containers);
    this.#containers.push(quote);
    this.#quotes++;
  }

  #atxHeading(start: number, open: number): boolean {
    const level = runOf(this.#text, start, this.#lineEnd, 35);
    if (level > 6) return false;
    const after = start + level;
    const tight = after < this.#lineEnd && !isBlank(this.#text.charCodeAt(after));
    if (tight && !this.#isTightHeading(level, after)) return false;
    this.#closeTo(open);
    this.#closeLeaf(true);
    const place: Place = { at: start, line: this.#line, lineStart: this.#lineStart };
    const [from, to] = headingText(this.#text, after, this.#lineEnd);
    this.#lastEnd = this.#lineEnd;
    this.#countInItem();
    const run: Run = { text: this.#text, from, to, joined: null, place };
    this.#sink.heading(level, tight ? 'tight' : 'atx', run, place, this.#lineEnd, this.#containers);
    return true;
  }

  /**
   * `##Section` is text by CommonMark and a heading by intention. It is read as one where nothing else is likely:
   * outside lists and paragraphs, and with a single `#` (which may be a hashtag) only as the first thing of the file.
   */
  #isTightHeading(level: number, after: number): boolean {
    if (this.#leaf === 'paragraph' || this.#containers.length > 0) return false;
    const code = this.#text.charCodeAt(after);
    if (code === 33 || code === 92 || code === 46 || code === 58) return false;
    return level > 1 || (this.#lastEnd === 0 && code > 64);
  }

  #setextHeading(start: number, code: number): boolean {
    const run = runOf(this.#text, start, this.#lineEnd, code);
    if (!this.#blankFrom(start + run)) return false;
    const begin = this.#leafStart;
    const content = this.#takeParagraph();
    this.#delimiterRow = false;
    if (content === null) {
      // The lines before were definitions only: this one is text.
      this.#leaf = 'none';
      return false;
    }
    this.#leaf = 'none';
    this.#lastEnd = this.#lineEnd;
    this.#countInItem();
    this.#sink.heading(code === 61 ? 1 : 2, 'setext', content, content.place ?? begin, this.#lineEnd, this.#containers);
    return true;
  }

  #thematicBreak(start: number, code: number, open: number): boolean {
    if (code !== 45 && code !== 42 && code !== 95) return false;
    let count = 0;
    for (let at = start; at < this.#lineEnd; at++) {
      const next = this.#text.charCodeAt(at);
      if (next === code) count++;
      else if (next !== 32 && next !== 9) return false;
    }
    if (count < 3) return false;
    this.#closeTo(open);
    this.#closeLeaf(true);
    this.#lastEnd = this.#lineEnd;
    this.#countInItem();
    const place: Place = { at: start, line: this.#line, lineStart: this.#lineStart };
    this.#sink.thematicBreak(place, this.#lineEnd, this.#containers);
    return true;
  }

  #openFence(start: number, code: number, open: number): boolean {
    const run = runOf(this.#text, start, this.#lineEnd, code);
    if (run < 3) return false;
    if (code === 96) {
      for (let at = start + run; at < this.#lineEnd; at++) if (this.#text.charCodeAt(at) === 96) return false;
    }
    this.#closeTo(open);
    this.#closeLeaf(true);
    this.#fence = code;
    this.#fenceLength = run;
    this.#openLeaf('fence', start);
    return true;
  }

  #openHtml(start: number, open: number): boolean {
    const kind = htmlBlockAt(this.#text, start, this.#lineEnd);
    if (kind === 0 || (kind === 7 && this.#leaf === 'paragraph')) return false;
    this.#closeTo(open);
    this.#closeLeaf(true);
    this.#htmlKind = kind;
    this.#openLeaf('html', start);
    if (closesHtml(kind, this.#text, start, this.#lineEnd)) this.#closeLeaf(true);
    return true;
  }

  #openItem(start: number, indent: number, open: number, interrupts: boolean): boolean {
    const text = this.#text;
    const width = markerWidth(text, start, this.#lineEnd);
    if (width === 0) return false;
    const after = start + width;
    const blank = this.#blankFrom(after);
    if (interrupts && (blank || (width > 1 && !(width === 2 && text.charCodeAt(start) === 49)))) return false;
    this.#closeTo(open);
    this.#closeLeaf(true);
    const column = this.#column;
    this.#column += indent + width;
    this.#at = after;
    const padding = this.#indent();
    const taken = blank || padding > 4 ? 1 : padding;
    const content = this.#nonBlank;
    this.#advance(blank ? 0 : taken);
    if (blank) this.#at = this.#lineEnd;
    const item: OpenItem = {
      kind: 'item',
      at: start,
      line: this.#line,
      lineStart: this.#lineStart,
      marker: text.slice(start, after),
      depth: this.#itemDepth(),
      content: blank ? this.#lineEnd : content,
      indent: this.#column - column + (blank ? 1 : 0),
      links: 0,
      paragraphs: 0,
      end: after,
    };
    this.#lastEnd = after;
    this.#sink.openItem(item, this.#containers);
    this.#containers.push(item);
    return true;
  }

  #itemDepth(): number {
    let depth = 0;
    for (const container of this.#containers) if (container.kind === 'item') depth++;
    return depth;
  }
}

/** Letters, digits above the marker's range and everything outside ASCII start no block. */
function isPlain(code: number): boolean {
  return code > 126 || (code > 64 && code < 91) || (code > 96 && code < 123) || code === 91 || code === 40;
}

/** The text of an ATX heading without its marks and closing marks. */
function headingText(text: string, after: number, lineEnd: number): [number, number] {
  let from = after;
  let to = lineEnd;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  let closing = to;
  while (closing > from && text.charCodeAt(closing - 1) === 35) closing--;
  if (closing === from) return [from, from];
  if (closing < to && isBlank(text.charCodeAt(closing - 1))) {
    to = closing;
    while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  }
  return [from, to];
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** Length of a list marker that is followed by a blank or the line's end; 0 if there is none. */
function markerWidth(text: string, start: number, lineEnd: number): number {
  const code = text.charCodeAt(start);
  let width = 0;
  if (code === 45 || code === 42 || code === 43) width = 1;
  else {
    let digits = 0;
    while (digits < 10 && start + digits < lineEnd && isDigit(text.charCodeAt(start + digits))) digits++;
    const close = text.charCodeAt(start + digits);
    if (digits === 0 || digits > 9 || (close !== 46 && close !== 41)) return 0;
    width = digits + 1;
  }
  return start + width >= lineEnd || isBlank(text.charCodeAt(start + width)) ? width : 0;
}

function isDigit(code: number): boolean {
  return code > 47 && code < 58;
}

/** The second row of a GFM table: bars, dashes and colons, with at least one bar or three dashes beside a colon. */
function isDelimiterRow(text: string, from: number, to: number): boolean {
  let bars = 0;
  let dashes = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 124) bars++;
    else if (code === 45) dashes++;
    else if (code !== 58 && !isBlank(code)) return false;
  }
  return bars > 0 && dashes > 0;
}
