export type PartId = 'orientation' | 'coverage' | 'descriptions' | 'grouping' | 'size' | 'health' | 'form';

export interface Explanation {
  /** Observation in one or two sentences. */
  readonly reason: string;
  /**
   * Advice that raises the score. Null if no advice gains much, or if the advice would add text to a file that is too large.
   */
  readonly raise: string | null;
  /** First lines (from 1) to change. */
  readonly lines: readonly number[];
}

export interface QualityPart extends Explanation {
  readonly id: PartId;
  /** Score from 0 to 100. */
  readonly score: number;
  readonly weight: number;
  /** Estimated points that the advice adds to the score of the file. 0 without advice. */
  readonly gain: number;
}

/** Limit of the score of a file that lacks something or does not fit its pages. */
export interface QualityLimit {
  /** Score from 0 to 100. */
  readonly score: number;
  readonly reason: string;
  /** First lines (from 1) of the cause. */
  readonly lines: readonly number[];
}

/** Numbers of tested links by result. */
export interface LinksTried {
  readonly checked: number;
  readonly dead: number;
  readonly redirecting: number;
}

export interface QualityAssessment {
  /** Version of the formula. Scores of two versions are not comparable. */
  readonly version: number;
  /** Score from 0 to 100: the weighted sum of the parts, or the limit. */
  readonly score: number;
  readonly parts: readonly QualityPart[];
  /** Reason that the score is below the sum of the parts, or null. */
  readonly limit: QualityLimit | null;
  readonly links: LinksTried;
}
