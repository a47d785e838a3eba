import { SourceMap } from '../parser/document/source-map.ts';
import type { Span } from '../types/document.ts';

/** First line of the file. */
export const FILE_START: Span = { start: 0, end: Infinity, line: 1, column: 1 };

/** Finds line and column of offsets. Ascending offsets read the text once. */
export function createLocator(text: string): SourceMap {
  return new SourceMap({ joined: null, place: { at: 0, line: 1, lineStart: 0 } }, text);
}

/** Returns all matches of a global linear pattern in text order. */
export function* findMatches(text: string, pattern: RegExp): Iterable<Span> {
  const locator = createLocator(text);
  for (const match of text.matchAll(pattern)) yield locator.span(match.index, match.index + match[0].length);
}
