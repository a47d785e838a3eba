import { groupBy } from '../../group-by.ts';
import type { ReadPage } from './read-page.ts';

/** Fewest names that count as numbered. */
const MIN_ALIKE = 4;
const NUMBER = /\p{N}+/gu;
/** A number, or the mark in place of one. */
const NUMBERED = /[\p{N}#]/u;
/** Years and versions are content. */
const DATE_OR_VERSION = /\b(?:19|20)\d{2}\b|\d+\.\d+/;

/** Finds pages whose names differ only by a number, such as "Page 1" and "Page 2". */
export function numberedNames(pages: readonly ReadPage[]): ReadonlySet<ReadPage> {
  const alike = groupBy(
    pages.filter(({ label }) => NUMBERED.test(label) && !DATE_OR_VERSION.test(label)),
    ({ label }) => label.replace(NUMBER, '#').toLowerCase().trim(),
  );
  const numbered = new Set<ReadPage>();
  for (const some of alike.values()) {
    if (new Set(some.map(({ label }) => label)).size < MIN_ALIKE) continue;
    for (const one of some) numbered.add(one);
  }
  return numbered;
}
