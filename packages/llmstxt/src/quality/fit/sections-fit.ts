import { groupBy } from '../../group-by.ts';
import { ramp } from '../curves.ts';
import type { Heading } from '../heading.ts';
import { withoutNumbers } from './empty-names.ts';
import { hasUnit, type ReadPage, unitsOf } from './read-page.ts';

/** Most pages compared with each other. */
const MAX_COMPARED = 80;
const MIN_GROUPS = 3;
const MIN_IN_GROUP = 3;
/** Largest share of pages with a word that still makes two pages similar. */
const MAX_SHARE = 0.4;
/** Largest share of headings with a word that still distinguishes headings. */
const MAX_HEADINGS = 0.3;

/** Fewest pages with a similar page, as a share, that can be judged. */
const MIN_ALIKE = 0.3;
/** Weight of the words of headings relative to the similarity of pages. */
const BY_HEADING = 1.5;
/**
 * 98 % of real files with sections are above the first value, and three quarters of files with shuffled links are
 * below the second.
 */
const FIT_FROM = 0.1;
const FIT_TO = 0.3;

/**
 * Measures how well pages fit their headings, 0–1: similar pages share a heading, or headings have words of their
 * pages. Returns 1 for too few pages.
 */
export function fitSections(pages: readonly ReadPage[], headings: readonly Heading[]): number {
  const groups = [...groupBy(pages, ({ page }) => page.group).values()].filter(({ length }) => length >= MIN_IN_GROUP);
  if (groups.length < MIN_GROUPS) return 1;
  const some = sampled(groups);
  const likeness = likenessOf(some);
  if (likeness === null) return 1;
  const fit = ramp(likeness + BY_HEADING * headingsOf(some, headings), FIT_FROM, FIT_TO);
  return fit * (1 - numberedShare(some, headings));
}

/** Returns the share of pages under headings that differ only by a number. */
function numberedShare(some: readonly ReadPage[], headings: readonly Heading[]): number {
  const titles = groupBy(some, ({ page }) => withoutNumbers(headings[page.group - 1]?.title ?? ''));
  const numbered = [...titles].filter(
    ([title, pages]) => title.includes('#') && new Set(pages.map(({ page }) => page.group)).size >= MIN_GROUPS,
  );
  return numbered.reduce((sum, [, pages]) => sum + pages.length, 0) / some.length;
}

/**
 * Returns the share of pages whose most similar page is under the same heading, above chance. Null if few pages have
 * a similar page.
 */
function likenessOf(some: readonly ReadPage[]): number | null {
  const holders = new Map<string, number[]>();
  const units = some.map(unitsOf);
  for (const [at, ofPage] of units.entries()) {
    for (const unit of ofPage) {
      const pages = holders.get(unit);
      if (pages) pages.push(at);
      else holders.set(unit, [at]);
    }
  }
  const most = some.length * MAX_SHARE;
  let found = 0;
  let same = 0;
  let chance = 0;
  for (const [at, ofPage] of units.entries()) {
    const likeness = new Float64Array(some.length);
    for (const unit of ofPage) {
      const pages = holders.get(unit) ?? [];
      if (pages.length > most) continue;
      const worth = Math.log(some.length / pages.length);
      for (const other of pages) likeness[other] = (likeness[other] ?? 0) + worth;
    }
    likeness[at] = 0;
    const best = Math.max(...likeness);
    if (best === 0) continue;
    found++;
    const group = some[at]?.page.group;
    const alike = some.filter((_, other) => likeness[other] === best);
    same += alike.filter(({ page }) => page.group === group).length / alike.length;
    chance += (some.filter(({ page }) => page.group === group).length - 1) / (some.length - 1);
  }
  return found < some.length * MIN_ALIKE ? null : (same - chance) / Math.max(1, found - chance);
}

/** Returns the share of pages with a word of their heading, minus the share with a word of another heading. */
function headingsOf(some: readonly ReadPage[], all: readonly Heading[]): number {
  const headings = new Map(some.map(({ page: { group } }) => [group, all[group - 1]?.units ?? new Set<string>()]));
  const counts = new Map<string, number>();
  for (const heading of headings.values()) for (const unit of heading) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const most = Math.max(1, headings.size * MAX_HEADINGS);
  let own = 0;
  let other = 0;
  for (const page of some) {
    for (const [group, heading] of headings) {
      if (![...heading].some((unit) => hasUnit(page, unit) && (counts.get(unit) ?? 0) <= most)) continue;
      if (group === page.page.group) own++;
      else other += 1 / (headings.size - 1);
    }
  }
  return (own - other) / some.length;
}

/** Returns the first pages of each group, for as many groups as fit. */
function sampled(groups: readonly (readonly ReadPage[])[]): readonly ReadPage[] {
  const each = Math.max(MIN_IN_GROUP, Math.floor(MAX_COMPARED / groups.length));
  return groups.flatMap((group) => group.slice(0, each)).slice(0, MAX_COMPARED);
}
