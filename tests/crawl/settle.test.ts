import { expect, it } from 'vitest';
import { newTally, settle } from '../../src/crawl/steps/settle.ts';
import { createLog } from '../../src/runtime/log.ts';

const settled = { visited: 2, fine: 2, failed: 0, broken: false, settled: 0 };

it('settles a run and logs the failure if words were not counted', async () => {
  const lines: string[] = [];
  const store = {
    settleRun: async () => settled,
    countWords: async () => {
      throw new Error('the store is away');
    },
  };
  const log = createLog(
    () => 0,
    (line) => lines.push(line),
  );
  expect(await settle(store, log, 'run', 'nothing-due', newTally(), () => 5)).toMatchObject({ fine: 2, run: 'run' });
  expect(lines.join('')).toMatch(/crawl\.count_words_failed.*the store is away/);
});
