import { BACKTICK, runLength } from '../characters.ts';

/**
 * Where the last run of n backticks starts, by n. A run that no run of its length follows opens nothing; without this,
 * every run would search the rest of the text for its closing one.
 */
export function lastBackticks(text: string, from: number, to: number): Map<number, number> {
  const last = new Map<number, number>();
  for (let at = text.indexOf('`', from); at >= 0 && at < to; at = text.indexOf('`', at)) {
    const length = runLength(text, at, to, BACKTICK);
    last.set(length, at);
    at += length;
  }
  return last;
}

/** Offset of the run that closes the code span opened by `length` backticks at `at`; -1 if none does. */
export function codeSpanEnd(text: string, at: number, length: number, to: number, last: Map<number, number>): number {
  if ((last.get(length) ?? -1) <= at) return -1;
  for (let next = text.indexOf('`', at + length); next >= 0 && next < to; next = text.indexOf('`', next)) {
    const found = runLength(text, next, to, BACKTICK);
    if (found === length) return next;
    next += found;
  }
  return -1;
}
