import { CARET, COLON, isBlank, isLineEnd, LESS_THAN, skipWhiteSpace } from '../characters.ts';
import { angleEnd, destinationEnd, labelEnd, titleEnd } from '../inline/link-target.ts';

/** Link reference definition: `[label]: url "title"`, as offsets, because most readers need no texts. */
export interface Definition {
  readonly labelStart: number;
  readonly labelEnd: number;
  /** Start of the URL, without angle brackets. */
  readonly hrefStart: number;
  readonly hrefEnd: number;
  /** Start of the text of the next line, after its indentation. */
  readonly next: number;
}

/** Reads the definition at `at`, a line start in a paragraph that ends at `to` (CommonMark 4.7). */
export function definitionAt(text: string, at: number, to: number): Definition | null {
  const close = labelEnd(text, at, to);
  if (close < 0 || text.charCodeAt(close + 1) !== COLON || close + 1 >= to) return null;
  // `[^1]:` is a footnote.
  if (skipWhiteSpace(text, at + 1, close) === close || text.charCodeAt(at + 1) === CARET) return null;
  const target = skipWhiteSpace(text, close + 2, to);
  if (target >= to) return null;
  const angled = text.charCodeAt(target) === LESS_THAN;
  const stop = angled ? angleEnd(text, target, to) : destinationEnd(text, target, to);
  if (stop <= target) return null;
  const end = endOfDefinition(text, stop, to);
  if (end < 0) return null;
  const bracket = angled ? 1 : 0;
  return {
    labelStart: at + 1,
    labelEnd: close,
    hrefStart: target + bracket,
    hrefEnd: stop - bracket,
    next: skipWhiteSpace(text, end, to),
  };
}

/** Returns the end after the title or the destination if the line ends there, or -1. */
function endOfDefinition(text: string, stop: number, to: number): number {
  const title = skipWhiteSpace(text, stop, to);
  if (title > stop && title < to) {
    const end = titleEnd(text, title, to);
    if (end > 0 && lineEndsAt(text, end, to)) return end;
  }
  return lineEndsAt(text, stop, to) ? stop : -1;
}

function lineEndsAt(text: string, at: number, to: number): boolean {
  let next = at;
  while (next < to && isBlank(text.charCodeAt(next))) next++;
  return next >= to || isLineEnd(text.charCodeAt(next));
}
