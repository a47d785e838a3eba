import {
  BACKSLASH,
  BACKTICK,
  COLON,
  EQUALS,
  EXCLAMATION_MARK,
  FULL_WIDTH_HASH,
  GREATER_THAN,
  HASH,
  HYPHEN,
  isBlank,
  LESS_THAN,
  PERIOD,
  runLength,
  TILDE,
} from '../characters.ts';
import { hasNoWidth, isOddSpace } from '../invisible.ts';
import {
  fenceLength,
  headingText,
  isThematicBreak,
  lostBulletEnd,
  markerLength,
  startsNoBlock,
} from './block-starts.ts';
import type { BlockHandler, Container, OpenItem, Place } from './block-types.ts';
import { closesHtml, htmlBlockAt } from './html-block.ts';
import { LineCursor } from './line-cursor.ts';
import { OpenParagraph } from './open-paragraph.ts';
import { pageMatterEnd } from './page-matter.ts';

/**
 * Deepest nesting of containers. Deeper containers are read as text, because each line is compared with every open container.
 * People nest up to five containers.
 */
const MAX_DEPTH = 32;

/**
 * Reads CommonMark's blocks in one pass and reports them to `handler`. Keeps only the open block, so that memory does
 * not grow with the number of lines. Offsets refer to `text`. Reading starts at `from`, in line `line`.
 */
export function readBlocks(text: string, from: number, line: number, handler: BlockHandler): void {
  new BlockReader(text, line, handler).read(from);
}

/** Kind of the open leaf block. At most one is open, in the innermost container. */
type Leaf = 'none' | 'paragraph' | 'fence' | 'indentedCode' | 'html' | 'pageMatter';

class BlockReader {
  readonly #text: string;
  readonly #cursor: LineCursor;
  readonly #handler: BlockHandler;
  readonly #containers: Container[] = [];
  readonly #paragraph = new OpenParagraph();
  #quotes = 0;
  #leaf: Leaf = 'none';
  #leafStart: Place = { at: 0, line: 1, lineStart: 0 };
  #leafEnd = 0;
  #fenceMark = 0;
  #fenceLength = 0;
  #htmlKind = 0;
  #lastEnd = 0;

  constructor(text: string, line: number, handler: BlockHandler) {
    this.#text = text;
    this.#cursor = new LineCursor(text, line);
    this.#handler = handler;
  }

  read(from: number): void {
    for (let at = from; at < this.#text.length; ) {
      at = this.#cursor.openLine(at);
      const matched = this.#containers.length === 0 ? 0 : this.#matchContainers();
      if (matched === this.#containers.length && this.#continueLeaf()) continue;
      this.#startBlocks(matched);
    }
    this.#closeLeaf();
    this.#closeContainers(0);
  }

  /** Counts the open containers that the line continues, outermost first. */
  #matchContainers(): number {
    const cursor = this.#cursor;
    let index = 0;
    for (const container of this.#containers) {
      const indent = cursor.measureIndent();
      const isBlankLine = cursor.nonBlank >= cursor.lineEnd;
      if (container.kind === 'quote') {
        if (indent > 3 || isBlankLine || this.#text.charCodeAt(cursor.nonBlank) !== GREATER_THAN) break;
        this.#skipQuoteMark();
      } else if (isBlankLine) {
        // An item with a blank first line ends at the next blank line.
        if (container.blocks === 0 && this.#leaf === 'none' && index === this.#containers.length - 1) break;
        cursor.at = cursor.nonBlank;
      } else if (indent >= container.indent) cursor.advance(container.indent);
      else break;
      index++;
    }
    return index;
  }

  #skipQuoteMark(): void {
    const cursor = this.#cursor;
    cursor.column += cursor.nonBlank - cursor.at + 1;
    cursor.at = cursor.nonBlank + 1;
    if (cursor.at < cursor.lineEnd && isBlank(this.#text.charCodeAt(cursor.at))) cursor.advance(1);
  }

  /** Reports whether the line belongs to an open fence, HTML block or indented code. */
  #continueLeaf(): boolean {
    const cursor = this.#cursor;
    switch (this.#leaf) {
      case 'fence':
        this.#leafEnd = cursor.lineEnd;
        if (this.#closesFence()) this.#closeLeaf();
        return true;
      case 'html':
        if (this.#htmlKind >= 6 && cursor.isBlankFrom(cursor.at)) {
          this.#closeLeaf();
          return true;
        }
        this.#leafEnd = cursor.lineEnd;
        if (closesHtml(this.#htmlKind, this.#text, cursor.at, cursor.lineEnd)) this.#closeLeaf();
        return true;
      case 'indentedCode':
        if (cursor.isBlankFrom(cursor.at)) return true;
        if (cursor.measureIndent() < 4) return false;
        this.#leafEnd = cursor.lineEnd;
        return true;
      case 'pageMatter':
        if (cursor.lineEnd >= this.#leafEnd) this.#closeLeaf();
        return true;
      default:
        return false;
    }
  }

  #closesFence(): boolean {
    const cursor = this.#cursor;
    if (cursor.measureIndent() > 3) return false;
    const length = runLength(this.#text, cursor.nonBlank, cursor.lineEnd, this.#fenceMark);
    return length >= this.#fenceLength && cursor.isBlankFrom(cursor.nonBlank + length);
  }

  #startBlocks(matched: number): void {
    const cursor = this.#cursor;
    let open = matched;
    // The open leaf is in the innermost container. A line outside of that container can only continue it lazily.
    let isInParagraph = this.#leaf === 'paragraph' && matched === this.#containers.length;
    for (;;) {
      const indent = cursor.measureIndent();
      const start = cursor.nonBlank;
      if (start >= cursor.lineEnd) {
        this.#blankLine(open);
        return;
      }
      if (indent >= 4) {
        // Indented text after a paragraph continues the paragraph.
        if (this.#leaf === 'paragraph') break;
        this.#openLeaf('indentedCode', start, open);
        return;
      }
      const code = this.#text.charCodeAt(start);
      if (startsNoBlock(code)) {
        if (code === FULL_WIDTH_HASH && this.#heading(start, code, open)) return;
        break;
      }
      const from = cursor.at;
      if (code === GREATER_THAN && open < MAX_DEPTH) this.#openQuote(start, open);
      else if (this.#startLeaf(start, code, open, isInParagraph)) {
        this.#noteHidden(from, start);
        return;
      } else if (open >= MAX_DEPTH || !this.#openItem(start, indent, open, isInParagraph)) break;
      this.#noteHidden(from, start);
      open = this.#containers.length;
      isInParagraph = false;
    }
    this.#textLine(open);
  }

  /** Reports invisible characters between the indentation and the mark of a block. */
  #noteHidden(from: number, start: number, isHidden = isOddSpace): void {
    let at = start;
    while (at > from && isHidden(this.#text.charCodeAt(at - 1))) at--;
    if (at < start) this.#handler.oddMark('hidden-mark', this.#cursor.placeAt(at), start);
  }

  /** Skips a space that Markdown does not accept at `at`, and the blanks after it. Returns the offset after them, or `at`. */
  #skipOddSpace(at: number, isReported = true): number {
    let end = at;
    while (end < this.#cursor.lineEnd && isOddSpace(this.#text.charCodeAt(end))) end++;
    if (end === at) return at;
    while (end < this.#cursor.lineEnd && isBlank(this.#text.charCodeAt(end))) end++;
    if (isReported) this.#handler.oddMark('odd-space', this.#cursor.placeAt(at), end);
    return end;
  }

  /** Reports whether the line is a heading, a thematic break, or the start of a fence or HTML block. */
  #startLeaf(start: number, code: number, open: number, isInParagraph: boolean): boolean {
    if (code === HASH) return this.#heading(start, code, open);
    if (code === BACKTICK || code === TILDE) return this.#openFence(start, code, open);
    if (code === LESS_THAN) return this.#openHtml(start, open);
    if (isInParagraph && (code === EQUALS || code === HYPHEN) && this.#setextHeading(start, code)) return true;
    return this.#thematicBreak(start, open);
  }

  #blankLine(open: number): void {
    // A blank line ends a quote that it does not continue, but not an item.
    if (this.#leaf === 'paragraph') this.#closeLeaf();
    this.#closeContainers(open);
  }

  #textLine(open: number): void {
    const { at, nonBlank } = this.#cursor;
    // A link after a lost bullet does not belong to the item before it.
    const isInItem = this.#containers.at(-1)?.kind === 'item';
    if (this.#leaf !== 'paragraph' || (isInItem && lostBulletEnd(this.#text, nonBlank) > 0)) {
      this.#openLeaf('paragraph', nonBlank, open);
      if (open > 0) this.#noteHidden(at, nonBlank, hasNoWidth);
    }
    this.#leafEnd = this.#cursor.lineEnd;
    this.#paragraph.addLine(this.#cursor, this.#quotes > 0);
  }

  #openLeaf(leaf: Leaf, start: number, open: number): void {
    this.#closeContainers(open);
    this.#closeLeaf();
    this.#leaf = leaf;
    this.#leafStart = this.#cursor.placeAt(start);
    this.#leafEnd = this.#cursor.lineEnd;
    if (leaf !== 'paragraph') this.#countInItem();
  }

  #countInItem(): void {
    const item = this.#containers.at(-1);
    if (item?.kind === 'item') item.blocks++;
  }

  #closeLeaf(): void {
    const leaf = this.#leaf;
    if (leaf === 'none') return;
    this.#leaf = 'none';
    this.#lastEnd = this.#leafEnd;
    if (leaf === 'paragraph') this.#endParagraph();
    else this.#handler[leaf](this.#leafStart, this.#leafEnd, this.#containers);
  }

  #endParagraph(): void {
    const run = this.#paragraph.take(this.#text, this.#leafStart, this.#leafEnd, this.#handler);
    this.#countInItem();
    if (run !== null) this.#handler.paragraph(run, this.#containers, this.#paragraph.isTable);
  }

  /** Closes the containers from index `open`, innermost first. */
  #closeContainers(open: number): void {
    if (this.#containers.length <= open) return;
    this.#closeLeaf();
    while (this.#containers.length > open) {
      const container = this.#containers.pop();
      if (container === undefined) return;
      this.#countInItem();
      if (container.kind === 'quote') {
        this.#quotes--;
        this.#handler.quoteEnd(container, this.#lastEnd, this.#containers);
      } else this.#handler.itemEnd(container);
    }
  }

  #openQuote(start: number, open: number): void {
    this.#closeContainers(open);
    this.#closeLeaf();
    this.#lastEnd = start + 1;
    this.#containers.push({ kind: 'quote', ...this.#cursor.placeAt(start) });
    this.#skipQuoteMark();
    this.#quotes++;
  }

  /** Closes open blocks before a one-line block. Counts the one-line block. */
  #beginLine(open: number): void {
    this.#closeContainers(open);
    this.#closeLeaf();
    this.#lastEnd = this.#cursor.lineEnd;
    this.#countInItem();
  }

  /** Handles an ATX heading of `mark`. A full-width mark is text in CommonMark but meant as a heading. */
  #heading(start: number, mark: number, open: number): boolean {
    const { lineEnd } = this.#cursor;
    const level = runLength(this.#text, start, lineEnd, mark);
    if (level > 6) return false;
    const after = start + level;
    const next = this.#text.charCodeAt(after);
    const hasSpace = after >= lineEnd || isBlank(next) || isOddSpace(next);
    const isPlain = mark === HASH && hasSpace;
    const isClear = hasSpace ? open === 0 && this.#leaf !== 'paragraph' : this.#isTightHeading(level, after, open);
    if (!isPlain && !isClear) return false;
    this.#beginLine(open);
    const place = this.#cursor.placeAt(start);
    const [from, to] = headingText(this.#text, this.#skipOddSpace(after, isPlain), lineEnd);
    const run = { text: this.#text, from, to, joined: null, lines: 1, place };
    const style = isPlain ? 'atx' : 'unmarked';
    this.#handler.heading({ level, style, run, start: place, end: lineEnd }, this.#containers);
    return true;
  }

  /**
   * `##Section` is text in CommonMark but meant as a heading. Such a line counts as a heading outside of lists and
   * quotes. Right after text the heading needs a letter, and a single `#` (perhaps a hashtag) must be the first text of
   * the file.
   */
  #isTightHeading(level: number, after: number, open: number): boolean {
    if (open > 0) return false;
    const code = this.#text.charCodeAt(after);
    if (code === EXCLAMATION_MARK || code === BACKSLASH || code === PERIOD || code === COLON) return false;
    if (level > 1) return this.#leaf !== 'paragraph' || code > 64;
    return this.#lastEnd === 0 && code > 64;
  }

  #setextHeading(start: number, code: number): boolean {
    const { lineEnd } = this.#cursor;
    const length = runLength(this.#text, start, lineEnd, code);
    if (!this.#cursor.isBlankFrom(start + length)) return false;
    const run = this.#paragraph.take(this.#text, this.#leafStart, this.#leafEnd, this.#handler);
    this.#leaf = 'none';
    // Read this line as text, because the lines before it were only definitions.
    if (run === null) return false;
    this.#lastEnd = lineEnd;
    this.#countInItem();
    const level = code === EQUALS ? 1 : 2;
    this.#handler.heading({ level, style: 'setext', run, start: run.place, end: lineEnd }, this.#containers);
    return true;
  }

  #thematicBreak(start: number, open: number): boolean {
    const { lineEnd } = this.#cursor;
    if (!isThematicBreak(this.#text, start, lineEnd)) return false;
    const end = open === 0 && this.#text.startsWith('---', start) ? pageMatterEnd(this.#text, this.#cursor.next) : -1;
    if (end > 0) {
      this.#openLeaf('pageMatter', start, open);
      this.#leafEnd = end;
      return true;
    }
    this.#beginLine(open);
    this.#handler.thematicBreak(this.#cursor.placeAt(start), lineEnd);
    return true;
  }

  #openFence(start: number, mark: number, open: number): boolean {
    const length = fenceLength(this.#text, start, this.#cursor.lineEnd);
    if (length === 0) return false;
    this.#openLeaf('fence', start, open);
    this.#fenceMark = mark;
    this.#fenceLength = length;
    return true;
  }

  #openHtml(start: number, open: number): boolean {
    const { lineEnd } = this.#cursor;
    const kind = htmlBlockAt(this.#text, start, lineEnd);
    if (kind === 0 || (kind === 7 && this.#leaf === 'paragraph')) return false;
    this.#openLeaf('html', start, open);
    this.#htmlKind = kind;
    if (closesHtml(kind, this.#text, start, lineEnd)) this.#closeLeaf();
    return true;
  }

  #openItem(start: number, indent: number, open: number, isInParagraph: boolean): boolean {
    const cursor = this.#cursor;
    const length = markerLength(this.#text, start, cursor.lineEnd);
    if (length === 0) return false;
    const after = start + length;
    const isEmpty = cursor.isBlankFrom(after);
    if (isInParagraph && (isEmpty || !canInterrupt(this.#text, start, length))) return false;
    this.#closeContainers(open);
    this.#closeLeaf();
    const column = cursor.column;
    cursor.column += indent + length;
    cursor.at = this.#skipOddSpace(after);
    cursor.column += cursor.at - after;
    const padding = cursor.measureIndent();
    const content = cursor.nonBlank;
    if (isEmpty) cursor.at = cursor.lineEnd;
    else cursor.advance(padding > 4 ? 1 : padding);
    const item: OpenItem = {
      kind: 'item',
      ...cursor.placeAt(start),
      marker: this.#text.slice(start, after),
      depth: this.#containers.length - this.#quotes,
      content: isEmpty ? cursor.lineEnd : content,
      indent: cursor.column - column + (isEmpty ? 1 : 0),
      links: 0,
      blocks: 0,
    };
    this.#lastEnd = after;
    this.#handler.itemStart(item);
    this.#containers.push(item);
    return true;
  }
}

/**
 * Reports whether a list may interrupt a paragraph. The list must start with a bullet or the number 1 (CommonMark 5.2).
 */
function canInterrupt(text: string, start: number, length: number): boolean {
  return length === 1 || (length === 2 && text.charAt(start) === '1');
}
