import {
  ASTERISK,
  BACKTICK,
  CLOSE_PARENTHESIS,
  COLON,
  HASH,
  HYPHEN,
  isBlank,
  isDigit,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  PERIOD,
  PIPE,
  PLUS,
  runLength,
  UNDERSCORE,
} from '../characters.ts';
import { isOddSpace } from '../invisible.ts';

/** Reports whether a character starts no block: a letter, an opening bracket or parenthesis, or a character outside ASCII. */
export function startsNoBlock(code: number): boolean {
  return (
    code > 126 ||
    (code > 64 && code < 91) ||
    (code > 96 && code < 123) ||
    code === OPEN_BRACKET ||
    code === OPEN_PARENTHESIS
  );
}

/** Returns the text of an ATX heading, between `after` its opening marks and the closing marks. */
export function headingText(text: string, after: number, lineEnd: number): [from: number, to: number] {
  let from = after;
  while (from < lineEnd && isBlank(text.charCodeAt(from))) from++;
  const to = trimEnd(text, from, lineEnd);
  let closing = to;
  while (closing > from && text.charCodeAt(closing - 1) === HASH) closing--;
  if (closing === from) return [from, from];
  return closing < to && isBlank(text.charCodeAt(closing - 1)) ? [from, trimEnd(text, from, closing)] : [from, to];
}

function trimEnd(text: string, from: number, end: number): number {
  let to = end;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return to;
}

/** Reports whether a line is a thematic break: three or more of one mark (CommonMark 4.1). */
export function isThematicBreak(text: string, start: number, lineEnd: number): boolean {
  const mark = text.charCodeAt(start);
  if (mark !== HYPHEN && mark !== ASTERISK && mark !== UNDERSCORE) return false;
  let count = 0;
  for (let at = start; at < lineEnd; at++) {
    const code = text.charCodeAt(at);
    if (code === mark) count++;
    else if (!isBlank(code)) return false;
  }
  return count >= 3;
}

/** Returns the length of the opening fence at `start`, or 0 (CommonMark 4.5). */
export function fenceLength(text: string, start: number, lineEnd: number): number {
  const mark = text.charCodeAt(start);
  const length = runLength(text, start, lineEnd, mark);
  if (length < 3) return 0;
  // Exclude a code span, which has a backtick after its opening backticks.
  for (let at = start + length; mark === BACKTICK && at < lineEnd; at++) if (text.charCodeAt(at) === BACKTICK) return 0;
  return length;
}

/** Returns the length of a list marker before a space of any kind or the line end, or 0. */
export function markerLength(text: string, start: number, lineEnd: number): number {
  const code = text.charCodeAt(start);
  let length = 1;
  if (code !== HYPHEN && code !== ASTERISK && code !== PLUS) {
    let digits = 0;
    while (digits < 10 && start + digits < lineEnd && isDigit(text.charCodeAt(start + digits))) digits++;
    const close = text.charCodeAt(start + digits);
    if (digits === 0 || digits > 9 || (close !== PERIOD && close !== CLOSE_PARENTHESIS)) return 0;
    length = digits + 1;
  }
  const after = text.charCodeAt(start + length);
  return start + length >= lineEnd || isBlank(after) || isOddSpace(after) ? length : 0;
}

/** Matches a bullet that Markdown does not read, such as `•`, or without a space after it, in front of a link. */
const LOST_BULLET = /\s{0,3}(?:(?![!-*,.-~])[\u200D\p{M}\p{S}\p{Po}\p{Pd}\p{Pf}])+\s*(?=\**\[)/uy;

/** Returns the end of a bullet at `start` that Markdown does not read, or 0. */
export function lostBulletEnd(text: string, start: number): number {
  LOST_BULLET.lastIndex = start;
  return LOST_BULLET.test(text) ? LOST_BULLET.lastIndex : 0;
}

/** Reports whether a line is the delimiter row of a GFM table: bars, hyphens and colons, with at least one bar or hyphen. */
export function isDelimiterRow(text: string, from: number, to: number): boolean {
  let bars = 0;
  let hyphens = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === PIPE) bars++;
    else if (code === HYPHEN) hyphens++;
    else if (code !== COLON && !isBlank(code)) return false;
  }
  return bars > 0 && hyphens > 0;
}
