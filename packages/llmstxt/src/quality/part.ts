import { groupDigits } from '../group-digits.ts';

/** Most lines in an explanation. */
const MAX_LINES = 10;

/** Keeps a line if there are fewer than `MAX_LINES`. */
export function keepLine(lines: number[], line: number): void {
  if (lines.length < MAX_LINES && lines.at(-1) !== line) lines.push(line);
}

/** Formats `1 page` or `2,000 pages`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${groupDigits(number)} ${number === 1 ? one : many}`;
}
