import { BACKTICK, runLength } from '../characters.ts';

/**
 * Maps each length to the start of the last run of that many backticks. A run without a later run of its length opens nothing,
 * so no run searches the text to its end.
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

/** Returns the offset of the run that closes the code span of `length` backticks at `at`, or -1. */
export function codeSpanEnd(text: string, at: number, length: number, to: number, last: Map<number, number>): number {
  if ((last.get(length) ?? -1) <= at) return -1;
  for (let next = text.indexOf('`', at + length); next >= 0 && next < to; next = text.indexOf('`', next)) {
    const backticks = runLength(text, next, to, BACKTICK);
    if (backticks === length) return next;
    next += backticks;
  }
  return -1;
}
