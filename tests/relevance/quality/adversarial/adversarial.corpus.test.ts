import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { MEASURED, toFigures } from '../../publish/write-measured.ts';
import { readJudgedTexts } from '../judged-texts.ts';
import { EDITS } from '../ruler/edits/edits.ts';
import type { EditableFile } from '../ruler/judge-edits.ts';
import { type AgreementReport, findEditable, measureAgreement } from '../ruler/measure-agreement.ts';
import { scoreQuality } from '../ruler/score-quality.ts';

/** Least share of edits that move the score as expected, in total and by kind. */
const MIN_EXPECTED = 0.94;
const MIN_EXPECTED_OF_KIND = 0.75;
const MIN_PAIRS = 8;
/** Largest share of edits that make a file worse but gain more than a point, because they replace cut or repeated notes. */
const MAX_PAID = 0.01;

const files = readJudgedTexts();

describe.skipIf(files.length === 0)('the quality of edited files', () => {
  let editable: readonly EditableFile[];
  let report: AgreementReport;
  beforeAll(() => {
    editable = findEditable(files);
    report = measureAgreement(files, editable, scoreQuality);
  });

  it('covers at least 120 pairs from at least 100 files', () => {
    expect(report.pairs.length).toBeGreaterThanOrEqual(120);
    expect(new Set(report.pairs.map(({ file }) => file)).size).toBeGreaterThanOrEqual(100);
  });

  it('changes as readers expect', () => {
    const expected = report.pairs.filter(({ isExpected }) => isExpected);
    expect(expected.length).toBeGreaterThanOrEqual(report.pairs.length * MIN_EXPECTED);
  });

  it.each(EDITS.map(({ kind, expected }) => [expected, kind]))('becomes %s after: %s', (_, kind) => {
    const some = report.pairs.filter((pair) => pair.kind === kind);
    expect(some.length).toBeGreaterThanOrEqual(MIN_PAIRS);
    const others = some.filter(({ isExpected }) => !isExpected);
    expect(others.length, JSON.stringify(others)).toBeLessThanOrEqual(some.length * (1 - MIN_EXPECTED_OF_KIND));
  });

  it('rewards few edits that make a file worse', () => {
    const paid = report.pairs.filter((pair) => pair.paid > 1);
    expect(paid.length, JSON.stringify(paid)).toBeLessThanOrEqual(report.pairs.length * MAX_PAID);
  });

  it('equals the published agreement (npm run fit -- publish)', () => {
    expect(JSON.parse(readFileSync(MEASURED, 'utf8')).agreement).toEqual(toFigures(report));
  });

  it('agrees better with readers than a byte count', () => {
    const { scores, edits } = measureAgreement(files, editable, (text) => text.length);
    expect(scores.byOne).toBeGreaterThan(0.4);
    expect(scores.byOne).toBeLessThan(0.75);
    const swapped = edits.find(({ kind }) => kind === 'notes swapped');
    expect(swapped?.asExpected).toBeLessThan((swapped?.pairs ?? 0) / 5);
  });
});
