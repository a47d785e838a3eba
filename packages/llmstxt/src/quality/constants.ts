import type { PartId } from '../types/quality.ts';

/** Rises with every change of a formula, constant or weight, because scores of two versions cannot be compared. */
export const QUALITY_VERSION = 3;

/**
 * The numbers of the quality score. `npm run fit -- quality` fits them to files that people have graded, and prints
 * this table; a test compares the two.
 */
export interface QualityConstants {
  /** Points of 100 that each part is worth. Form is at most 25: the right form alone helps nobody find a page. */
  readonly weights: Readonly<Record<PartId, number>>;
  readonly orientation: {
    /** Different words of introduction that earn 63 % of the part; three times as many earn 95 %. */
    readonly words: number;
    /** The share of what an introduction lacks that text between and below the lists can make up for. */
    readonly below: number;
  };
  readonly coverage: {
    /** Different pages that earn 63 % of the part. */
    readonly pages: number;
  };
  readonly descriptions: {
    /** What notes are worth that break off in the middle of a sentence: they do say something. */
    readonly cutShort: number;
    /** What a name of three words is worth that has no notes. */
    readonly named: number;
  };
  readonly grouping: {
    /** What pages are worth that each have a heading of their own. */
    readonly single: number;
    /** Pages under one heading that an agent takes in at a glance: all of the part. */
    readonly fewest: number;
    readonly most: number;
    /** Pages under one heading from which on it is no grouping. */
    readonly none: number;
  };
  readonly size: {
    /** Bytes. Too short to say anything, long enough, still read whole, and too long to be read at all. */
    readonly empty: number;
    readonly enough: number;
    readonly most: number;
    readonly unusable: number;
  };
  readonly health: {
    /** What is lost if every page has the fault; more than 1 means that all is lost at a smaller share. */
    readonly unusable: number;
    readonly repeatedName: number;
    readonly repeatedAddress: number;
    readonly dead: number;
    readonly redirecting: number;
  };
  readonly limits: {
    /** The score that a file without pages can reach, and the number of pages from which on there is no limit. */
    readonly withoutPages: number;
    readonly enoughPages: number;
    /** The score that a file of `size.unusable` bytes and more can reach; there is no limit up to `size.most`. */
    readonly unusableSize: number;
  };
}

export const QUALITY_CONSTANTS: QualityConstants = {
  weights: { orientation: 14, coverage: 17, descriptions: 34, grouping: 10, size: 15, health: 5, form: 5 },
  orientation: { words: 10, below: 0.2 },
  coverage: { pages: 10 },
  descriptions: { cutShort: 0.5, named: 0.2 },
  grouping: { single: 0.4, fewest: 4, most: 8, none: 150 },
  size: { empty: 200, enough: 3_000, most: 30_000, unusable: 150_000 },
  health: { unusable: 2, repeatedName: 1, repeatedAddress: 0.5, dead: 2, redirecting: 0.2 },
  limits: { withoutPages: 20, enoughPages: 6, unusableSize: 15 },
};
