import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadRanks } from '../../src/jobs/ranks/load-ranks.ts';
import { openStore } from '../../src/store/open-store.ts';
import { zipOf } from '../jobs/ranks/zip-of.ts';
import { report } from './figure.ts';

/** Measures the load of a zipped Tranco list of a million names into the embedded database. */
const { values } = parseArgs({
  options: { entries: { type: 'string', default: '1000000' }, tracked: { type: 'string', default: '20000' } },
});
const entries = Number(values.entries);
const tracked = Number(values.tracked);

/** Returns names in an order unrelated to their ranks, like real names. */
const nameOf = (i: number) => `${((i * 2_654_435_761) % 4_294_967_296).toString(36)}-${i}.com`;
const listFrom = (first: number) => {
  const lines = Array.from({ length: entries }, (_, i) => `${i + 1},${nameOf(first + i)}\n`);
  return zipOf('top-1m.csv', Buffer.from(lines.join('')));
};

const folder = await mkdtemp(join(tmpdir(), 'rank-bench-'));
const store = await openStore({ dataDir: folder, access: 'own' });
try {
  const step = Math.max(1, Math.floor(entries / tracked));
  await store.track(Array.from({ length: tracked }, (_, i) => nameOf(i * step)));
  // Measure the second list, because it replaces a full list and changes the rank of every tracked domain.
  await loadRanks(store, listFrom(0));
  const file = listFrom(Math.floor(step / 2));
  const startedAt = performance.now();
  const { entries: read, changed } = await loadRanks(store, file);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (read !== entries) throw new Error(`${read} entries were read`);
  const bench = 'rank';
  const bar = { atMost: (60 * entries) / 1_000_000 };
  report({ bench, figure: `${entries} ranks loaded, ${changed} scores moved`, value: seconds, unit: 's', bar });
} finally {
  await store.close();
  await rm(folder, { recursive: true, force: true });
}
