import type { PartId } from '../types/quality.ts';

/**
 * Increases with each change of a formula, constant or weight, because scores of different versions are not
 * comparable.
 */
export const QUALITY_VERSION = 3;

/**
 * Constants of the quality score. `npm run fit -- quality` fits them to files graded by people and prints this table.
 * A test allows this table 1 % more loss than the best.
 */
export interface QualityConstants {
  /** Points of each part, 100 in total. Form has at most 25, because form alone helps nobody find a page. */
  readonly weights: Readonly<Record<PartId, number>>;
  readonly orientation: {
    /** Different words of introduction that earn 63 % of the part. Three times as many earn 95 %. */
    readonly words: number;
    /** Share of a missing introduction that text between and below the lists can replace. */
    readonly below: number;
  };
  readonly coverage: {
    /** Different pages that earn 63 % of the part. */
    readonly pages: number;
  };
  readonly descriptions: {
    /** Value of notes that end within a sentence. */
    readonly cutShort: number;
    /** Value of a name of three words without notes. */
    readonly named: number;
  };
  readonly grouping: {
    /** Value of pages that each have a separate heading. */
    readonly single: number;
    /** Most pages under one heading that earn the whole part. */
    readonly fewest: number;
    readonly most: number;
    /** Pages under one heading from which the part is zero. */
    readonly none: number;
  };
  readonly size: {
    /** Sizes in bytes: too short to be useful, long enough, still read whole, and too long to read. */
    readonly empty: number;
    readonly enough: number;
    readonly most: number;
    readonly unusable: number;
  };
  readonly health: {
    /** Loss if all pages have the fault. With a loss above 1, a smaller share already loses everything. */
    readonly unusable: number;
    readonly repeatedName: number;
    readonly repeatedAddress: number;
    readonly dead: number;
    readonly redirecting: number;
  };
  readonly limits: {
    /** Percent of the points that a file without pages keeps, and the number of pages from which it keeps all. */
    readonly withoutPages: number;
    readonly enoughPages: number;
    /** Bytes up to which a file keeps all points, and the percent that it keeps from `size.unusable` bytes. */
    readonly readableSize: number;
    readonly unusableSize: number;
  };
}

export const QUALITY_CONSTANTS: QualityConstants = {
  weights: { orientation: 17, coverage: 15, descriptions: 33, grouping: 11, size: 14, health: 5, form: 5 },
  orientation: { words: 15, below: 0.2 },
  coverage: { pages: 10 },
  descriptions: { cutShort: 0.25, named: 0.2 },
  grouping: { single: 0.4, fewest: 4, most: 8, none: 120 },
  size: { empty: 300, enough: 3_000, most: 30_000, unusable: 150_000 },
  health: { unusable: 2, repeatedName: 1, repeatedAddress: 0.5, dead: 2, redirecting: 0.2 },
  limits: { withoutPages: 25, enoughPages: 6, readableSize: 42_000, unusableSize: 15 },
};
