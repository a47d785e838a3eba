import { endsLine, findLineEnd, isBlank, SPACE, TAB } from '../characters.ts';
import { isOddSpace } from '../invisible.ts';
import type { Place } from './block-types.ts';

/** Walks a text by lines and columns. A tab counts up to the next multiple of 4 columns, as in CommonMark. */
export class LineCursor {
  readonly text: string;
  /** Current line: number, start, and end without the line end. */
  line: number;
  lineStart = 0;
  lineEnd = 0;
  next = 0;
  /** Position and column. Inside a partly used tab, the column is greater. */
  at = 0;
  column = 0;
  /** Offset of the next character that is not a blank, set by `measureIndent`. */
  nonBlank = 0;
  readonly #hasCarriageReturn: boolean;

  /** `line` is the number of the first line. */
  constructor(text: string, line: number) {
    this.text = text;
    this.line = line - 1;
    this.#hasCarriageReturn = text.includes('\r');
  }

  /** Opens the line at `start`. Returns the start of the next line. */
  openLine(start: number): number {
    this.line++;
    // Count a byte-order mark as a character of the first line.
    this.lineStart = start === 1 && this.line === 1 ? 0 : start;
    this.at = start;
    this.column = 0;
    // A search for one character is faster.
    const end = this.#hasCarriageReturn ? findLineEnd(this.text, start) : this.text.indexOf('\n', start);
    this.lineEnd = end < 0 ? this.text.length : end;
    this.next = this.lineEnd + (endsLine(this.text, this.lineEnd) ? 1 : 2);
    return this.next;
  }

  /** Counts the blank columns before the next character. */
  measureIndent(): number {
    let column = this.column;
    let at = this.at;
    for (; at < this.lineEnd; at++) {
      const code = this.text.charCodeAt(at);
      if (code === SPACE) column++;
      else if (code === TAB) column += 4 - (column % 4);
      else if (!isOddSpace(code)) break;
    }
    this.nonBlank = at;
    return column - this.column;
  }

  /** Skips blanks by a number of columns. */
  advance(columns: number): void {
    let left = columns;
    while (left > 0 && this.at < this.lineEnd) {
      const code = this.text.charCodeAt(this.at);
      const width = code === TAB ? 4 - (this.column % 4) : isOddSpace(code) ? 0 : 1;
      if (width > left) {
        // Inside a tab, move only the column.
        this.column += left;
        return;
      }
      this.column += width;
      left -= width;
      this.at++;
    }
  }

  isBlankFrom(at: number): boolean {
    for (let next = at; next < this.lineEnd; next++) if (!isBlank(this.text.charCodeAt(next))) return false;
    return true;
  }

  placeAt(at: number): Place {
    return { at, line: this.line, lineStart: this.lineStart };
  }
}
