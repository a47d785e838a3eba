import type { FoundAt } from '../types/rule.ts';
import { placer } from './locate.ts';

/** Every match of a pattern (global, linear) in text order. */
export function* eachMatch(text: string, pattern: RegExp): Iterable<FoundAt> {
  const place = placer(text);
  for (const found of text.matchAll(pattern)) yield place(found.index, found.index + found[0].length);
}

/** The first match and the number of them. */
export function findAll(text: string, pattern: RegExp): { readonly first: FoundAt | null; readonly count: number } {
  let first: FoundAt | null = null;
  let count = 0;
  for (const at of eachMatch(text, pattern)) {
    first ??= at;
    count++;
  }
  return { first, count };
}
