import { groupBy } from '../../group-by.ts';
import { ramp } from '../curves.ts';
import { meaningUnits } from '../meaning.ts';
import { type ReadPage, unitsOf } from './read-page.ts';

/** Pages that are compared with one another. */
const MAX_COMPARED = 80;
const MIN_GROUPS = 3;
const MIN_IN_GROUP = 3;
/** A word that more of the pages have makes no two of them alike. */
const MAX_SHARE = 0.4;
/** A word that more of the headings have tells none from another. */
const MAX_HEADINGS = 0.3;

/** The share of pages with a page like them from which on something can be told. */
const MIN_ALIKE = 0.3;
/** What the words of headings count for beside the likeness of pages. */
const BY_HEADING = 1.5;
/** Of real files with sections 98 % are above the first, of files with shuffled links three of four below the second. */
const FIT_FROM = 0.1;
const FIT_TO = 0.3;

/**
 * How far the pages belong under their headings, 0 to 1: like stands beside like, or headings have words of their pages. 1 where there
 * are too few to tell.
 */
export function fitSections(pages: readonly ReadPage[], headingOf: (page: ReadPage) => string): number {
  const groups = [...groupBy(pages, ({ page }) => page.group).values()].filter(({ length }) => length >= MIN_IN_GROUP);
  if (groups.length < MIN_GROUPS) return 1;
  const some = sampled(groups);
  const units = some.map(unitsOf);
  const likeness = likenessOf(some, units);
  if (likeness === null) return 1;
  return ramp(likeness + BY_HEADING * headingsOf(some, units, headingOf), FIT_FROM, FIT_TO);
}

/** Of the pages with a page most like them, the share whose is under the same heading, above what chance gives; null where few have one. */
function likenessOf(some: readonly ReadPage[], units: readonly ReadonlySet<string>[]): number | null {
  const holders = new Map<string, number[]>();
  for (const [at, set] of units.entries()) {
    for (const unit of set) {
      const pages = holders.get(unit);
      if (pages) pages.push(at);
      else holders.set(unit, [at]);
    }
  }
  const most = some.length * MAX_SHARE;
  let found = 0;
  let same = 0;
  let chance = 0;
  for (const [at, set] of units.entries()) {
    const likeness = new Float64Array(some.length);
    for (const unit of set) {
      const pages = holders.get(unit) ?? [];
      if (pages.length > most) continue;
      for (const other of pages) likeness[other] = (likeness[other] ?? 0) + Math.log(some.length / pages.length);
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

/** The share of pages that have a word of their heading, above the share that have one of another heading. */
function headingsOf(
  some: readonly ReadPage[],
  units: readonly ReadonlySet<string>[],
  headingOf: (page: ReadPage) => string,
): number {
  const headings = new Map(some.map((one) => [one.page.group, new Set(meaningUnits(headingOf(one)))]));
  const counts = new Map<string, number>();
  for (const heading of headings.values()) for (const unit of heading) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const most = Math.max(1, headings.size * MAX_HEADINGS);
  let own = 0;
  let other = 0;
  for (const [at, set] of units.entries()) {
    for (const [group, heading] of headings) {
      if (![...heading].some((unit) => set.has(unit) && (counts.get(unit) ?? 0) <= most)) continue;
      if (group === some[at]?.page.group) own++;
      else other += 1 / (headings.size - 1);
    }
  }
  return (own - other) / some.length;
}

/** The first pages of each group, of as many groups as fit. */
function sampled(groups: readonly (readonly ReadPage[])[]): readonly ReadPage[] {
  const each = Math.max(MIN_IN_GROUP, Math.floor(MAX_COMPARED / groups.length));
  return groups.flatMap((group) => group.slice(0, each)).slice(0, MAX_COMPARED);
}
