import { beforeAll, describe, expect, it } from 'vitest';
import { scoreQuality } from '../../../packages/llmstxt/src/quality/assess-quality.ts';
import { QUALITY_CONSTANTS } from '../../../packages/llmstxt/src/quality/constants.ts';
import type { Trust } from '../../../packages/llmstxt/src/quality/limit.ts';
import { computeDeciles, leastStep } from './deciles.ts';
import { computeLoss, computeQualities, fitConstants } from './fit-constants.ts';
import { type JudgedFile, joinGrades, type MeasuredFile, measureCorpus, readGrades } from './judged-files.ts';
import { computeAgreement, listPairs } from './ruler/agreement.ts';

describe('the judged set', () => {
  it('contains at least 300 files with one or two grades from 1 to 5, and all five grades', () => {
    const grades = readGrades();
    expect(grades.size).toBeGreaterThanOrEqual(300);
    for (const given of grades.values()) {
      expect([1, 2]).toContain(given.length);
      for (const grade of given) expect([1, 2, 3, 4, 5]).toContain(grade);
    }
    expect(new Set([...grades.values()].flat()).size).toBe(5);
  });
});

const GOOD_GRADE = 4;

function isDoubted({ foreign, emptyNames, sectionsFit, isRandom, isExchanged, isPlaceholder }: Trust): boolean {
  return foreign.size + emptyNames.size > 0 || sectionsFit < 1 || isRandom || isExchanged || isPlaceholder;
}

// Skip the test without the files, which belong to their sites and are not part of the project.
const corpus: readonly MeasuredFile[] = measureCorpus();

/** Loss of the constants relative to the best. A weight that changes with each rule would change scores without a reason. */
const MAX_LOSS = 1.01;

describe.skipIf(corpus.length === 0)('quality on real files', () => {
  let judged: readonly JudgedFile[] = [];
  let grades: readonly number[] = [];
  const computeScores = (files: readonly MeasuredFile[]): readonly number[] =>
    files.map(({ measured }) => scoreQuality(measured, QUALITY_CONSTANTS));

  beforeAll(() => {
    judged = joinGrades(corpus);
    grades = judged.map(({ grade }) => grade);
  });

  it('uses constants that fit the judged files like the best', () => {
    expect(judged.length).toBe(readGrades().size);
    const input = { judged: judged.map((file) => file.measured), pairs: listPairs(grades), all: corpus };
    const least = computeLoss(fitConstants(input), input);
    expect(computeLoss(QUALITY_CONSTANTS, input)).toBeLessThanOrEqual(least * MAX_LOSS);
  });

  it('orders files like human grades', () => {
    const { byOne, byTwo, correlation } = computeAgreement(computeScores(judged), grades);
    expect(byOne).toBeGreaterThanOrEqual(0.85);
    expect(byTwo).toBeGreaterThanOrEqual(0.93);
    expect(correlation).toBeGreaterThanOrEqual(0.75);
  });

  it('separates each tenth of the files by five points, with and without invalid files', () => {
    const qualities = computeQualities(corpus, QUALITY_CONSTANTS).map(Math.round);
    const valid = qualities.filter((_, index) => corpus[index]?.valid);
    expect(valid.length).toBeLessThan(qualities.length);
    for (const some of [qualities, valid]) expect(leastStep(computeDeciles(some))).toBeGreaterThanOrEqual(5);
  });

  it('lowers the score of at most 1 % of the good files for doubts about words, links or headings', () => {
    const good = judged.filter(({ grade }) => grade >= GOOD_GRADE);
    const heldDown = good.filter(({ measured: { trust } }) => isDoubted(trust)).map(({ name }) => name);
    expect(heldDown.length, heldDown.join(' ')).toBeLessThanOrEqual(good.length * 0.01);
  });

  it('stays at most 60 without pages', () => {
    const without = corpus.filter(({ measured }) => measured.coverage.pages === 0);
    expect(without.length).toBeGreaterThan(0);
    expect(Math.max(...computeScores(without))).toBeLessThanOrEqual(60);
  });
});
