import { describe, expect, it } from 'vitest';
import { listPairs, rankCorrelation, shareInOrder } from './ruler/agreement.ts';

describe('statistics of the fit', () => {
  it('includes pairs that differ by a grade or more', () => {
    expect(listPairs([3, 4, 3.5, 1])).toEqual([
      { better: 0, worse: 3, apart: 2 },
      { better: 1, worse: 0, apart: 1 },
      { better: 1, worse: 3, apart: 3 },
      { better: 2, worse: 3, apart: 2.5 },
    ]);
  });

  it.each<[string, number[], number, number]>([
    ['all in order', [10, 20, 30], 1, 1],
    ['all in the wrong order', [30, 20, 10], 1, 0],
    ['equal scores count half', [10, 10, 10], 1, 0.5],
    ['one of three wrong', [20, 10, 30], 1, 2 / 3],
    ['only pairs two grades apart', [20, 10, 30], 2, 1],
  ])('computes the share in order: %s', (_, scores, apart, share) => {
    expect(shareInOrder(scores, listPairs([1, 2, 3]), apart)).toBeCloseTo(share);
  });

  it('correlates ranks, not values', () => {
    expect(rankCorrelation([1, 2, 3, 4], [1, 10, 100, 1000])).toBeCloseTo(1);
    expect(rankCorrelation([1, 2, 3, 4], [4, 3, 2, 1])).toBeCloseTo(-1);
    // Compare ranks 1, 2.5, 2.5, 4 with 1, 2, 3, 4.
    expect(rankCorrelation([1, 2, 2, 3], [1, 2, 3, 4])).toBeCloseTo(0.9487, 4);
  });
});
