import { groupBy } from '../../group-by.ts';
import type { ReadPage } from './read-page.ts';

/** Fewest names that count as numbered. */
const MIN_ALIKE = 4;
const NUMBER = /\p{N}+/gu;
/** A number, or the mark in place of one. */
const NUMBERED = /[\p{N}#]/u;
const LETTER = /\p{L}/u;
/** Years and versions are content. */
const DATE_OR_VERSION = /\b(?:19|20)\d{2}\b|\d+\.\d+/;

/** Finds pages whose names distinguish nothing: they differ only by a number ("Page 2"), or are all "Read more". */
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
  for (const page of meaninglessNames(pages)) numbered.add(page);
  return numbered;
}

/** Finds repeated names without a content word, unless each has a heading of its own, which names the page. */
function meaninglessNames(pages: readonly ReadPage[]): readonly ReadPage[] {
  const alike = groupBy(
    pages.filter(({ page, name, label }) => page.name !== '' && name.size === 0 && LETTER.test(label)),
    ({ label }) => label.toLowerCase(),
  );
  const repeated = [...alike.values()].filter((some) => new Set(some.map(({ page }) => page.target)).size >= MIN_ALIKE);
  return [...groupBy(repeated.flat(), ({ page }) => page.group).values()].filter(({ length }) => length > 1).flat();
}
