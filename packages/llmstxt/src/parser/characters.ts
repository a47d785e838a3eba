/** UTF-16 code units with a meaning in Markdown. */
export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const EXCLAMATION_MARK = 33;
export const QUOTATION_MARK = 34;
export const HASH = 35;
export const AMPERSAND = 38;
export const APOSTROPHE = 39;
export const OPEN_PARENTHESIS = 40;
export const CLOSE_PARENTHESIS = 41;
export const ASTERISK = 42;
export const PLUS = 43;
export const HYPHEN = 45;
export const PERIOD = 46;
export const SLASH = 47;
export const COLON = 58;
export const SEMICOLON = 59;
export const LESS_THAN = 60;
export const EQUALS = 61;
export const GREATER_THAN = 62;
export const QUESTION_MARK = 63;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const CARET = 94;
export const UNDERSCORE = 95;
export const BACKTICK = 96;
export const OPEN_BRACE = 123;
export const PIPE = 124;
export const TILDE = 126;
export const DELETE = 127;
export const BYTE_ORDER_MARK = 0xfeff;
export const FULL_WIDTH_HASH = 0xff03;

export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

export function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

export function isWhiteSpace(code: number): boolean {
  return isBlank(code) || isLineEnd(code);
}

export function isLetter(code: number): boolean {
  return (code > 64 && code < 91) || (code > 96 && code < 123);
}

export function isDigit(code: number): boolean {
  return code > 47 && code < 58;
}

export function isEmphasis(code: number): boolean {
  return code === ASTERISK || code === UNDERSCORE;
}

/** Returns the marks of emphasis directly before `at`. */
export function marksBefore(text: string, at: number): string {
  let from = at;
  while (isEmphasis(text.charCodeAt(from - 1))) from--;
  return text.slice(from, at);
}

/** Returns true for ASCII punctuation, which a backslash can escape (CommonMark). */
export function isPunctuation(code: number): boolean {
  return (code > 32 && code < 48) || (code > 57 && code < 65) || (code > 90 && code < 97) || (code > 122 && code < 127);
}

/** Counts consecutive `code` from `at`. */
export function runLength(text: string, at: number, to: number, code: number): number {
  let end = at;
  while (end < to && text.charCodeAt(end) === code) end++;
  return end - at;
}

/** Returns the offset of the next character except spaces, tabs and line ends. */
export function skipWhiteSpace(text: string, at: number, to: number): number {
  let next = at;
  while (next < to && isWhiteSpace(text.charCodeAt(next))) next++;
  return next;
}

/** Returns the offset of the next line feed or carriage return, or the length. */
export function findLineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
  return end;
}

/** Reports whether a line ends at `at`: a line feed, or a carriage return without one after it. */
export function endsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED);
}
