import { type Dialect, isLineStart, skipSpace, trimmedRange } from './dialect.ts';

export interface ReferenceHeader {
  readonly title: string;
  readonly summary: string | null;
  readonly info: string;
}

/**
 * Returns the match of `^#\s*(title .+?$)\n+(?:^>\s*(summary .+?$))?\n+(info .*)` in the preamble. The dot matches all
 * characters. Returns null without a match, for which the readers throw. A regular expression would backtrack. This function
 * finds the first match in linear time, because a title can end only before an LF.
 */
export function matchHeader(text: string, preambleEnd: number, dialect: Dialect): ReferenceHeader | null {
  const [start, end] = trimmedRange(text, 0, preambleEnd, dialect);
  const preamble = text.slice(start, end);
  const hash = findTitle(preamble, dialect);
  // Do not try a later `#` line, because the ends of its title were tried here.
  return hash < 0 ? null : matchFrom(preamble, hash, dialect);
}

function findTitle(preamble: string, dialect: Dialect): number {
  let hash = preamble.indexOf('#');
  while (hash > 0 && !isLineStart(preamble, hash, dialect)) hash = preamble.indexOf('#', hash + 1);
  return hash;
}

function matchFrom(preamble: string, hash: number, dialect: Dialect): ReferenceHeader | null {
  const word = skipSpace(preamble, hash + 1, dialect);
  for (let end = preamble.indexOf('\n', word + 1); end >= 0; end = preamble.indexOf('\n', end + 1)) {
    const rest = matchAfterTitle(preamble, end, dialect);
    if (rest) return { title: preamble.slice(word, end), ...rest };
  }
  // The white space after the hash backtracks from its end, and each step adds one possible end of the title.
  for (let from = word - 1; from > hash; from -= 1) {
    const rest = preamble[from + 1] === '\n' ? matchAfterTitle(preamble, from + 1, dialect) : null;
    if (rest) return { title: preamble.slice(from, from + 1), ...rest };
  }
  return null;
}

function matchAfterTitle(preamble: string, end: number, dialect: Dialect): Omit<ReferenceHeader, 'title'> | null {
  const next = afterBreaks(preamble, end);
  if (preamble[next] === '>') {
    const summary = matchSummary(preamble, next, dialect);
    if (summary) return { summary: summary.text, info: preamble.slice(afterBreaks(preamble, summary.end)) };
  }
  return next - end >= 2 ? { summary: null, info: preamble.slice(next) } : null;
}

function matchSummary(preamble: string, quote: number, dialect: Dialect): { text: string; end: number } | null {
  const word = skipSpace(preamble, quote + 1, dialect);
  const end = preamble.indexOf('\n', word + 1);
  if (end >= 0) return { text: preamble.slice(word, end), end };
  for (let from = word - 1; from > quote; from -= 1) {
    if (preamble[from + 1] === '\n') return { text: preamble.slice(from, from + 1), end: from + 1 };
  }
  return null;
}

function afterBreaks(preamble: string, from: number): number {
  let at = from;
  while (preamble[at] === '\n') at += 1;
  return at;
}
