/** White space and line ends in a reader's regular expressions, the only differences of the two grammars. */
export interface Dialect {
  readonly isSpace: (char: string) => boolean;
  /** Reports whether a character ends a line for `^`, `$` and `.` in multi-line mode. */
  readonly isLineEnd: (char: string) => boolean;
}

const SHARED = /[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/**
 * Python's grammar (https://docs.python.org/3/library/re.html). For str, `\s` matches characters that `str.isspace` accepts. Only
 * LF ends a line.
 */
export const PYTHON: Dialect = {
  isSpace: (char) => SHARED.test(char) || (char >= '\u001c' && char <= '\u001f') || char === '\u0085',
  isLineEnd: (char) => char === '\n',
};

/**
 * JavaScript's grammar (https://tc39.es/ecma262/#sec-white-space and #sec-line-terminators). The byte-order mark is white space.
 */
export const JAVASCRIPT: Dialect = {
  isSpace: (char) => SHARED.test(char) || char === '\ufeff',
  isLineEnd: (char) => char === '\n' || char === '\r' || char === '\u2028' || char === '\u2029',
};

export function skipSpace(text: string, from: number, { isSpace }: Dialect): number {
  let at = from;
  while (at < text.length && isSpace(text.charAt(at))) at += 1;
  return at;
}

export function lineEndFrom(text: string, from: number, { isLineEnd }: Dialect): number {
  let at = from;
  while (at < text.length && !isLineEnd(text.charAt(at))) at += 1;
  return at;
}

export function isLineStart(text: string, at: number, { isLineEnd }: Dialect): boolean {
  return at === 0 || isLineEnd(text.charAt(at - 1));
}

/** Trims white space at both ends of a range of `text`. */
export function trimmedRange(text: string, start: number, end: number, dialect: Dialect): [number, number] {
  const from = Math.min(skipSpace(text, start, dialect), end);
  let to = end;
  while (to > from && dialect.isSpace(text.charAt(to - 1))) to -= 1;
  return [from, to];
}
