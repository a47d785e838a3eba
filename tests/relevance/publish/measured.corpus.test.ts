import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listCorpus } from '../../llmstxt/corpus.ts';
import { readJudgedTexts } from '../quality/judged-texts.ts';
import { measureAgreement } from '../quality/ruler/measure-agreement.ts';
import { measureQuality } from './measure.ts';
import { MEASURED } from './write-measured.ts';

describe.skipIf(listCorpus('llms').length === 0)('record of published figures', () => {
  it('equals the measured agreement (npm run fit -- publish)', { timeout: 120_000 }, async () => {
    expect(JSON.parse(readFileSync(MEASURED, 'utf8')).agreement).toEqual(await measureQuality());
  });

  it('rates a byte count low', { timeout: 120_000 }, async () => {
    const files = readJudgedTexts();
    const { scores, edits } = await measureAgreement(files, (text) => text.length);
    expect(scores.byOne).toBeGreaterThan(0.4);
    expect(scores.byOne).toBeLessThan(0.75);
    expect(edits.find(({ kind }) => kind === 'notes swapped')).toMatchObject({ asExpected: 0, pairs: 10 });
  });
});
