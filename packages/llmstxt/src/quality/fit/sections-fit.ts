import { groupBy } from '../../group-by.ts';
import { ramp } from '../curves.ts';
import type { Heading } from '../heading.ts';
import { withoutNumbers } from './empty-names.ts';
import { chooseUnits, indexUnits } from './index-units.ts';
import type { ReadPage } from './read-page.ts';

/** Most pages compared with each other. */
const MAX_COMPARED = 80;
const MIN_GROUPS = 3;
const MIN_IN_GROUP = 3;
/** Fewest pages that can be judged, because similar pages of a smaller file are under one heading by chance. */
const MIN_PAGES = 15;
/** Largest share of pages with a word that still makes two pages similar. */
const MAX_SHARE = 0.4;
/** Largest share of headings with a word that still distinguishes headings. */
const MAX_HEADINGS = 0.3;

const SINGLE_LETTER = /^\p{L}$/u;
/** Smallest share of pages with a similar page that can be judged. */
const MIN_ALIKE = 0.3;
/**
 * Share of similar pages under one heading, above chance. 95 % of real files with sections are above the second value,
 * and three quarters of files with shuffled links are below it.
 */
const ALIKE_FROM = 0.1;
const ALIKE_TO = 0.3;
/** Standard deviations by which more pages have a word of their heading than shuffled pages would. */
const HEADED_FROM = 1.3;
const HEADED_TO = 1.9;

/**
 * Measures how well pages fit their headings, 0–1: similar pages share a heading, or headings have words of their
 * pages. Returns 1 for too few pages.
 */
export function fitSections(pages: readonly ReadPage[], headings: readonly Heading[]): number {
  const groups = [...groupBy(pages, ({ page }) => page.group).values()].filter(({ length }) => length >= MIN_IN_GROUP);
  if (groups.length < MIN_GROUPS) return 1;
  const some = sampled(groups);
  return fitByWords(some, headings) * (1 - emptyShare(some, headings));
}

function fitByWords(some: readonly ReadPage[], headings: readonly Heading[]): number {
  if (some.length < MIN_PAGES) return 1;
  const aboveChance = measureHeaded(some, headings);
  if (aboveChance >= HEADED_TO) return 1;
  const likeness = likenessOf(some);
  if (likeness === null) return 1;
  return Math.max(ramp(likeness, ALIKE_FROM, ALIKE_TO), ramp(aboveChance, HEADED_FROM, HEADED_TO));
}

/** Returns the share of pages under headings that differ only by a number or letter, or that have no content word. */
function emptyShare(some: readonly ReadPage[], headings: readonly Heading[]): number {
  const alike = groupBy(some, ({ page }) => {
    const heading = headings[page.group - 1];
    return heading?.units.size === 0 ? '#' : withoutNumbers((heading?.title ?? '').replace(SINGLE_LETTER, '#'));
  });
  const empty = [...alike].flatMap(([shape, pages]) =>
    shape.includes('#') && new Set(pages.map(({ page }) => page.group)).size >= MIN_GROUPS ? pages : [],
  );
  return empty.length / some.length;
}

/**
 * Returns the share of pages whose most similar page is under the same heading, above chance. Null if few pages have
 * a similar page.
 */
function likenessOf(some: readonly ReadPage[]): number | null {
  const holders = indexUnits(some, ({ units }) => units);
  const most = some.length * MAX_SHARE;
  let found = 0;
  let same = 0;
  let chance = 0;
  for (const [at, { units }] of some.entries()) {
    const likeness = new Float64Array(some.length);
    for (const unit of units) {
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

/** Compares the number of pages with a word of their heading to the number after shuffling, in standard deviations. */
function measureHeaded(some: readonly ReadPage[], all: readonly Heading[]): number {
  const headings = [...groupBy(some, ({ page }) => page.group)].map(([group, { length }]) => ({
    group,
    share: length / some.length,
    units: [...(all[group - 1]?.units ?? [])],
  }));
  const telling = chooseUnits(
    indexUnits(headings, ({ units }) => units),
    (_, count) => count <= Math.max(1, headings.length * MAX_HEADINGS),
  );
  let above = 0;
  let variance = 0;
  for (const page of some) {
    const matching = headings.filter(({ units }) => units.some((unit) => page.units.has(unit) && telling.has(unit)));
    const chance = matching.reduce((sum, { share }) => sum + share, 0);
    above += (matching.some(({ group }) => group === page.page.group) ? 1 : 0) - chance;
    variance += chance * (1 - chance);
  }
  return variance === 0 ? 0 : above / Math.sqrt(variance);
}

/** Returns the first pages of each group, for as many groups as fit. */
function sampled(groups: readonly (readonly ReadPage[])[]): readonly ReadPage[] {
  const each = Math.max(MIN_IN_GROUP, Math.floor(MAX_COMPARED / groups.length));
  return groups.flatMap((group) => group.slice(0, each)).slice(0, MAX_COMPARED);
}
