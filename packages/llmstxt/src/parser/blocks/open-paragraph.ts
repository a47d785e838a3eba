import { endsLine, OPEN_BRACKET } from '../characters.ts';
import { isDelimiterRow } from './block-starts.ts';
import type { BlockHandler, JoinedLine, Place, Run } from './block-types.ts';
import { definitionAt } from './definition.ts';
import type { LineCursor } from './line-cursor.ts';

/** Open paragraph: a range of the text, or in quotes its joined lines. */
export class OpenParagraph {
  /** True if the second line is the delimiter row of a table. */
  isTable = false;
  #count = 0;
  #lines: JoinedLine[] = [];
  #joined: string[] = [];
  #joinedLength = 0;

  /** Adds the line from the cursor to its end. */
  addLine(cursor: LineCursor, isQuoted: boolean): void {
    const { text, nonBlank, lineEnd } = cursor;
    this.#count++;
    this.isTable = this.#count === 2 ? isDelimiterRow(text, nonBlank, lineEnd) : this.#count > 2 && this.isTable;
    if (!isQuoted) return;
    const { line, lineStart } = cursor;
    this.#lines.push({ offset: this.#joinedLength, at: nonBlank, line, lineStart });
    this.#joined.push(text.slice(nonBlank, lineEnd));
    this.#joinedLength += lineEnd - nonBlank + 1;
  }

  /**
   * Ends the paragraph from `start` to `end`, and reports the definitions at its start. Returns the text after them,
   * or null.
   */
  take(source: string, start: Place, end: number, handler: BlockHandler): Run | null {
    const joined = this.#lines.length > 0 ? this.#lines : null;
    const text = joined === null ? source : this.#joined.join('\n');
    const to = joined === null ? end : text.length;
    const lines = this.#count;
    let from = joined === null ? start.at : 0;
    let place = start;
    this.#clear();
    while (from < to && text.charCodeAt(from) === OPEN_BRACKET) {
      const definition = definitionAt(text, from, to);
      if (definition === null) break;
      handler.definition(text, definition, place);
      from = definition.next;
      place = joined === null ? placeAfter(text, place, from) : (joined.find((line) => line.offset >= from) ?? place);
    }
    return from < to ? { text, from, to, joined, lines, place } : null;
  }

  #clear(): void {
    this.#count = 0;
    this.#lines = [];
    this.#joined = [];
    this.#joinedLength = 0;
  }
}

function placeAfter(text: string, place: Place, at: number): Place {
  let { line, lineStart } = place;
  for (let next = place.at; next < at; next++) {
    if (endsLine(text, next)) {
      line++;
      lineStart = next + 1;
    }
  }
  return { at, line, lineStart };
}
