import { endsLine } from '../parser/characters.ts';
import type { Span } from '../types/document.ts';
import { MAX_QUOTED } from './shorten.ts';

/** First line of the file. */
export const FILE_START: Span = { start: 0, end: 80, line: 1, column: 1 };

/** Returns the heading of a section without its content. */
export function headingSpan(section: Span): Span {
  return { ...section, end: Math.min(section.end, section.start + MAX_QUOTED) };
}

/** Finds line and column of offsets. With ascending offsets, it reads the text once. */
export function createLocator(text: string): (start: number, end: number) => Span {
  const hasCarriageReturn = text.includes('\r');
  let line = 1;
  let lineStart = 0;
  // Cache the line end, because a long line would be searched for each place.
  let lineEnd = findLineEnd(text, 0, hasCarriageReturn);
  return (start, end) => {
    while (lineEnd < start) {
      line++;
      lineStart = lineEnd + 1;
      lineEnd = findLineEnd(text, lineEnd + 1, hasCarriageReturn);
    }
    return { start, end, line, column: start - lineStart + 1 };
  };
}

/** Returns all matches of a global linear pattern in text order. */
export function* findMatches(text: string, pattern: RegExp): Iterable<Span> {
  const locate = createLocator(text);
  for (const found of text.matchAll(pattern)) yield locate(found.index, found.index + found[0].length);
}

/** Returns the offset of the last character of the next line end, or the length. */
function findLineEnd(text: string, from: number, hasCarriageReturn: boolean): number {
  if (!hasCarriageReturn) {
    const feed = text.indexOf('\n', from);
    return feed < 0 ? text.length : feed;
  }
  for (let at = from; at < text.length; at++) if (endsLine(text, at)) return at;
  return text.length;
}
