export type PartId = 'orientation' | 'coverage' | 'descriptions' | 'grouping' | 'size' | 'health' | 'form';

/** What an owner reads about one part of the score. */
export interface Explanation {
  /** What was seen, in a sentence or two. */
  readonly reason: string;
  /**
   * What would raise the score, by no promised number; null where there is next to nothing to gain, or where a limit keeps
   * this part from adding anything.
   */
  readonly raise: string | null;
  /** The first of the lines (from 1) where to begin. */
  readonly lines: readonly number[];
}

/** One part of the score. */
export interface QualityPart extends Explanation {
  readonly id: PartId;
  /** 0–100. */
  readonly score: number;
  /** Points of 100 that the part is worth. */
  readonly weight: number;
}

/** What is left of the sum of the parts where a file lacks something, or says what does not fit its pages. */
export interface QualityLimit {
  /** 0–100. */
  readonly score: number;
  readonly reason: string;
  /** The first of the lines (from 1) that it is about. */
  readonly lines: readonly number[];
}

/** How many of a file's links were tried, and what came of them. */
export interface LinksTried {
  readonly checked: number;
  /** Answered with 404 or 410. */
  readonly dead: number;
  readonly redirecting: number;
}

export interface QualityAssessment {
  /** Of the formula: scores of two versions cannot be compared. */
  readonly version: number;
  /** 0–100: the weighted sum of the parts, or the limit. */
  readonly score: number;
  readonly parts: readonly QualityPart[];
  /** Why the score is less than the sum of the parts; null where it is the sum. */
  readonly limit: QualityLimit | null;
  readonly links: LinksTried;
}
