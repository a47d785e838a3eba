import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readReplay } from '../../../src/sandbox/replay.ts';
import { type CountedCosts, countedCosts, readFigures, SAMPLE_STEP } from '../../bench/cost/cost-figures.ts';
import { measureStore, toSample } from '../../bench/cost/measure-store.ts';
import { findPostgrest } from '../../supabase/local-stack.ts';

const CORPUS = resolve(import.meta.dirname, '../../../../shared/corpus/llms');
const MAX_DIFFERENCE = 0.1;

if (!existsSync(CORPUS)) console.log(`costs of recorded sites: ${CORPUS} is absent, not measured`);

describe.runIf(existsSync(CORPUS) && findPostgrest() !== null)('measurement of recorded sites', () => {
  it('stays within a tenth of the guide’s figures, and within the bounds', async () => {
    const costs = await measureStore(toSample(await readReplay(CORPUS), SAMPLE_STEP));
    const [measured, written] = [countedCosts(costs), readFigures().sample];
    for (const [name, value] of Object.entries(flat(measured))) {
      const before = flat(written)[name] ?? 0;
      expect(Math.abs(value - before) / before, `${name}: ${value}, not ${before}`).toBeLessThan(MAX_DIFFERENCE);
    }
    expect(measured.unchangedVisit.databaseReads).toBeLessThanOrEqual(2);
    expect(measured.unchangedVisit.requests).toBeLessThanOrEqual(3);
    expect(costs.stamped.unchanged).toBe(0);
  });
});

/** Returns numbers that do not depend on free space in pages. */
function flat({ database, firstVisit, unchangedVisit }: CountedCosts): Record<string, number> {
  const named = (part: string, numbers: object) =>
    Object.entries(numbers).map(([name, value]): [string, number] => [`${part} ${name}`, value]);
  return Object.fromEntries([
    ...named('database', { mean: database.mean, median: database.median }),
    ...named('first visit', firstVisit),
    ...named('unchanged visit', unchangedVisit),
  ]);
}
