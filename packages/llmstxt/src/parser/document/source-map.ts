import type { Span } from '../../types/document.ts';
import type { JoinedLine, Run } from '../blocks/block-types.ts';
import { CARRIAGE_RETURN, endsLine, isLineEnd, LINE_FEED } from '../characters.ts';

/** Maps ranges of a run to positions in the file. Ascending offsets read the run once. */
export class SourceMap {
  readonly #text: string;
  readonly #joined: readonly JoinedLine[] | null;
  #at: number;
  #line: number;
  #lineStart: number;
  #index = 0;

  constructor(run: Pick<Run, 'joined' | 'place'>, text: string) {
    this.#text = text;
    this.#joined = run.joined;
    this.#at = run.place.at;
    this.#line = run.place.line;
    this.#lineStart = run.place.lineStart;
  }

  span(start: number, end: number): Span {
    if (this.#joined === null) {
      this.#moveTo(start);
      return { start, end, line: this.#line, column: start - this.#lineStart + 1 };
    }
    const first = this.#joinedAt(start);
    const from = first.at + start - first.offset;
    // A mark that ends on a later line ends with that line's text.
    const last = this.#joinedAt(end);
    return { start: from, end: last.at + end - last.offset, line: first.line, column: from - first.lineStart + 1 };
  }

  #moveTo(offset: number): void {
    if (offset < this.#at) {
      // Go back at most a few lines, because a lower offset occurs only within one item.
      while (offset < this.#lineStart) {
        this.#line--;
        this.#lineStart = lineStartBefore(this.#text, this.#lineStart);
      }
      this.#at = offset;
      return;
    }
    for (let at = this.#at; at < offset; at++) {
      if (endsLine(this.#text, at)) {
        this.#line++;
        this.#lineStart = at + 1;
      }
    }
    this.#at = offset;
  }

  #joinedAt(offset: number): JoinedLine {
    const lines = this.#joined ?? [];
    while (this.#index > 0 && (lines[this.#index]?.offset ?? 0) > offset) this.#index--;
    while (this.#index + 1 < lines.length && (lines[this.#index + 1]?.offset ?? 0) <= offset) this.#index++;
    return lines[this.#index] ?? { offset: 0, at: 0, line: 1, lineStart: 0 };
  }
}

function lineStartBefore(text: string, lineStart: number): number {
  let at = lineStart - 1;
  if (at > 0 && text.charCodeAt(at) === LINE_FEED && text.charCodeAt(at - 1) === CARRIAGE_RETURN) at--;
  while (at > 0 && !isLineEnd(text.charCodeAt(at - 1))) at--;
  return at;
}
