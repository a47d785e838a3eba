import { readFileSync } from 'node:fs';

/** Returns the rows of a tab-separated table, without its header. */
export function readTsv(path: string | URL): string[][] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.slice(1).map((line) => line.split('\t'));
}
