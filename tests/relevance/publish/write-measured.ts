import { writeFileSync } from 'node:fs';
import { QUALITY_VERSION } from '#llmstxt';
import { SCORE_VERSION } from '../../../src/directory/scoring/authority.ts';
import { LICENSE_URL } from '../../../src/directory/snapshot-format.ts';
import { FARM_DAYS, simulateFarms } from '../../../src/jobs/rehearsal/farms/farms.ts';
import { readJudgedTexts } from '../quality/judged-texts.ts';
import type { Agreement } from '../quality/ruler/agreement.ts';
import { type AgreementReport, findEditable, measureAgreement } from '../quality/ruler/measure-agreement.ts';
import { scoreQuality } from '../quality/ruler/score-quality.ts';

/** File of the published figures, which is also served. */
export const MEASURED = new URL('../../../src/content/ruler/measured.json', import.meta.url);
/** Decimals of a published share or correlation. */
const DECIMALS = 3;

/** Measures the figures of the documentation and writes them. */
export function writeMeasured(): void {
  const files = readJudgedTexts();
  if (files.length === 0) return;
  const agreement = toFigures(measureAgreement(files, findEditable(files), scoreQuality));
  const license = { name: 'CC0-1.0', url: LICENSE_URL };
  const farms = { score_version: SCORE_VERSION, days: FARM_DAYS, costs: simulateFarms() };
  writeFileSync(MEASURED, `${JSON.stringify({ license, agreement, farms }, null, 2)}\n`);
}

/** Returns the published agreement of quality with readers. */
export function toFigures({ files, scores, readers, edits }: AgreementReport) {
  return {
    quality_version: QUALITY_VERSION,
    files,
    ...computeFigures(scores),
    readers: readers && { files: readers.files, equal: readers.equal, ...computeFigures(readers) },
    edits: edits.map(({ kind, expected, asExpected, pairs }) => ({ kind, expected, as_expected: asExpected, pairs })),
  };
}

function computeFigures({ byOne, byTwo, correlation }: Agreement) {
  const round = (figure: number) => Number(figure.toFixed(DECIMALS));
  return { pairs_in_order: round(byOne), pairs_two_apart_in_order: round(byTwo), rank_correlation: round(correlation) };
}
