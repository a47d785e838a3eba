import { existsSync, readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { loadRanks } from '../../../src/jobs/ranks/load-ranks.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';

const corpus = new URL('../../../../shared/corpus/rank/composite-rank.csv', import.meta.url);
if (!existsSync(corpus)) console.log('rank: the real list is not here, so it is not read');

it.runIf(existsSync(corpus))('loads a complete list of a hundred thousand real names', async () => {
  const { store, close } = await openEmbeddedTestStore();
  onTestFinished(close);
  const file = readFileSync(corpus);
  await store.track(['google.com', 'stripe.com', 'no-such-name.example']);
  const loaded = await loadRanks(store, file);
  expect(loaded.entries + loaded.refused).toBe(file.toString().trimEnd().split('\n').length - 1);
  expect(loaded.refused).toBeLessThan(loaded.entries / 100);
  expect(await store.lookup('google.com')).toMatchObject({ rank: 1 });
});
