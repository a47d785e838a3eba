import { groupBy } from '../../group-by.ts';
import { ramp } from '../curves.ts';
import type { Heading } from '../heading.ts';
import { withoutNumbers } from './empty-names.ts';
import { indexUnits } from './index-units.ts';
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
 * Standard deviations by which more pages have a word of another heading than shuffled pages would. Nine of ten files with moved
 * headings are below it.
 */
const HEADED_ELSEWHERE = -1;

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
  const { aboveChance } = compareWithHeadings(some, headings, 1);
  if (aboveChance >= HEADED_TO) return 1;
  const likeness = likenessOf(some);
  if (likeness === null) return 1;
  const telling = compareWithHeadings(some, headings, MAX_SHARE);
  if (telling.aboveChance <= HEADED_ELSEWHERE && telling.groupsElsewhere >= MIN_GROUPS) return 0;
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

interface Headed {
  /** Pages with a word of their heading, compared to their number after shuffling, in standard deviations. */
  readonly aboveChance: number;
  /** Number of headings above pages that contain words of other headings only. */
  readonly groupsElsewhere: number;
}

/** Compares pages with headings. Ignores words that more than a share of the pages have. */
function compareWithHeadings(some: readonly ReadPage[], all: readonly Heading[], maxShare: number): Headed {
  const headings = [...groupBy(some, ({ page }) => page.group)].map(([group, { length }]) => ({
    group,
    share: length / some.length,
    units: [...(all[group - 1]?.units ?? [])],
  }));
  const ofHeadings = indexUnits(headings, ({ units }) => units);
  const most = Math.max(1, headings.length * MAX_HEADINGS);
  const ofPages = indexUnits(some, ({ units }) => units);
  const isTelling = (unit: string) =>
    (ofHeadings.get(unit)?.length ?? 0) <= most && (ofPages.get(unit)?.length ?? 0) <= some.length * maxShare;
  const elsewhere = new Set<number>();
  let above = 0;
  let variance = 0;
  for (const page of some) {
    const matching = headings.filter(({ units }) => units.some((unit) => page.units.has(unit) && isTelling(unit)));
    const chance = matching.reduce((sum, { share }) => sum + share, 0);
    const isHeaded = matching.some(({ group }) => group === page.page.group);
    if (!isHeaded && matching.length > 0) elsewhere.add(page.page.group);
    above += (isHeaded ? 1 : 0) - chance;
    variance += chance * (1 - chance);
  }
  return { aboveChance: variance === 0 ? 0 : above / Math.sqrt(variance), groupsElsewhere: elsewhere.size };
}

/** Returns the first pages of each group, for as many groups as fit. */
function sampled(groups: readonly (readonly ReadPage[])[]): readonly ReadPage[] {
  const each = Math.max(MIN_IN_GROUP, Math.floor(MAX_COMPARED / groups.length));
  return groups.flatMap((group) => group.slice(0, each)).slice(0, MAX_COMPARED);
}
