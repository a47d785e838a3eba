import { QUALITY_VERSION } from '#llmstxt';
import { SCORE_VERSION } from '../../../src/directory/scoring/authority.ts';
import { LICENSE_URL } from '../../../src/directory/snapshot-format.ts';
import { FARM_DAYS, simulateFarms } from '../../../src/jobs/rehearsal/farms/farms.ts';
import { readJudgedTexts } from '../quality/judged-texts.ts';
import type { Agreement } from '../quality/ruler/agreement.ts';
import { measureAgreement } from '../quality/ruler/measure-agreement.ts';
import { scoreQuality } from '../quality/ruler/score-quality.ts';

/** Decimals of a published share or correlation. */
const DECIMALS = 3;

/** Figures that need no judged file. */
export function measureFarms() {
  return { score_version: SCORE_VERSION, days: FARM_DAYS, costs: simulateFarms() };
}

/** Agreement of quality with readers; null if the judged files are not there. */
export async function measureQuality() {
  const files = readJudgedTexts();
  if (files.length === 0) return null;
  const { scores, readers, edits } = await measureAgreement(files, scoreQuality);
  return {
    quality_version: QUALITY_VERSION,
    files: files.length,
    ...figuresOf(scores),
    readers: readers && { files: readers.files, equal: readers.equal, ...figuresOf(readers) },
    edits: edits.map(({ kind, expected, asExpected, pairs }) => ({ kind, expected, as_expected: asExpected, pairs })),
  };
}

function figuresOf({ byOne, byTwo, correlation }: Agreement) {
  const round = (figure: number) => Number(figure.toFixed(DECIMALS));
  return { pairs_in_order: round(byOne), pairs_two_apart_in_order: round(byTwo), rank_correlation: round(correlation) };
}

export const LICENSE = { name: 'CC0-1.0', url: LICENSE_URL };
