import { beforeAll, describe, expect, it } from 'vitest';
import { listCorpus } from '../../../llmstxt/corpus.ts';
import { EDITS } from '../ruler/edits/edits.ts';
import type { JudgedPair } from '../ruler/judge-edits.ts';
import { judgePairs } from './judge-pairs.ts';

/** Least share of edits that move the score as expected, in total and by kind. */
const MIN_EXPECTED = 0.92;
const MIN_EXPECTED_OF_KIND = 0.6;
const MIN_PAIRS = 8;
/** Known edits that make a file worse but gain more than a point, because they replace cut or repeated notes. */
const MAX_PAID = 5;

describe.skipIf(listCorpus('llms').length === 0)('the quality of edited files', () => {
  let pairs: readonly JudgedPair[] = [];
  beforeAll(async () => {
    pairs = await judgePairs();
  }, 120_000);

  it('covers at least 120 pairs from at least 100 files', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(120);
    expect(new Set(pairs.map(({ file }) => file)).size).toBeGreaterThanOrEqual(100);
  });

  it('moves as readers expect', () => {
    const expected = pairs.filter(({ isExpected }) => isExpected);
    expect(expected.length).toBeGreaterThanOrEqual(pairs.length * MIN_EXPECTED);
  });

  it.each(EDITS.map(({ kind, expected }) => [expected, kind]))('becomes %s after: %s', (_, kind) => {
    const some = pairs.filter((pair) => pair.kind === kind);
    expect(some.length).toBeGreaterThanOrEqual(MIN_PAIRS);
    const others = some.filter(({ isExpected }) => !isExpected);
    expect(others.length, JSON.stringify(others)).toBeLessThanOrEqual(some.length * (1 - MIN_EXPECTED_OF_KIND));
  });

  it('rewards few edits that make a file worse', () => {
    const paid = pairs.filter((pair) => pair.paid > 1);
    expect(paid.length, JSON.stringify(paid)).toBeLessThanOrEqual(MAX_PAID);
  });
});
