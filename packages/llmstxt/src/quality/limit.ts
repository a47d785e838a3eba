import type { QualityLimit } from '../types/quality.ts';
import type { QualityConstants } from './constants.ts';
import { falling } from './curves.ts';
import { count } from './part.ts';
import type { Coverage } from './parts/coverage.ts';
import type { Size } from './parts/size.ts';

/** The score that a file with so many pages can reach: each page adds the same until there are enough. */
function limitByPages({ pages }: Coverage, { withoutPages, enoughPages }: QualityConstants['limits']): number {
  return withoutPages + (100 - withoutPages) * Math.min(1, pages / enoughPages);
}

function limitBySize({ bytes }: Size, { limits, size }: QualityConstants): number {
  return limits.unusableSize + (100 - limits.unusableSize) * falling(bytes, size.most, size.unusable);
}

/** 0–100; 100 where nothing is lacking. */
export function scoreLimit(coverage: Coverage, size: Size, constants: QualityConstants): number {
  return Math.min(limitByPages(coverage, constants.limits), limitBySize(size, constants));
}

/** The limit in words; null where a score of `sum` is below it. */
export function explainLimit(
  sum: number,
  coverage: Coverage,
  size: Size,
  constants: QualityConstants,
): QualityLimit | null {
  const score = scoreLimit(coverage, size, constants);
  if (sum <= score) return null;
  const { enoughPages } = constants.limits;
  return {
    score: Math.round(score),
    reason:
      limitByPages(coverage, constants.limits) === score
        ? `A file that names ${count(coverage.pages, 'page')} cannot score more; from ${enoughPages} pages on there is no such limit.`
        : 'A file of this size cannot score more, because hardly any agent can read all of it.',
  };
}
