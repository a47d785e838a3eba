import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreCopy } from '../../src/jobs/backup/restore-copy.ts';
import { writeCopy } from '../../src/jobs/backup/write-copy.ts';
import { openStackTestStore } from '../supabase/stack-test-store.ts';
import { report } from './figure.ts';
import { fillEntries } from './fill-entries.ts';

/**
 * Measures backup and restore of `--count` entries with texts, findings and a year of history through PostgREST: `npm
 * run bench -- backup --count=50000`. The live memory of this process must not grow with the count.
 */
const { values } = parseArgs({ options: { count: { type: 'string', default: '10000' } } });
const count = Number(values.count);
const MB = 1_000_000;
/** Short enough to cover every batch, and long enough to cost little. */
const LOOK_MS = 250;

const folder = mkdtempSync(join(tmpdir(), 'backup-bench-'));
const file = join(folder, 'copy.gz');
const source = await openStackTestStore({ durable: true });
try {
  for (const sql of fillEntries(count)) await source.query(sql);
  const exporting = await timed(() => writeCopy(file, { store: source.store, now: Date.now }));
  printFigure('export', exporting.seconds, exporting.peakBytes);
  report({ bench: 'backup', figure: `copy of ${count} entries`, value: statSync(file).size / MB, unit: 'MB' });
} finally {
  await source.close();
}
const target = await openStackTestStore({ durable: true });
try {
  const restoring = await timed(() => restoreCopy(file, { keepKeys: true, store: target.store }));
  printFigure('restore', restoring.seconds, restoring.peakBytes);
} finally {
  await target.close();
  rmSync(folder, { recursive: true });
}

async function timed(work: () => Promise<unknown>) {
  let peakBytes = 0;
  const watch = setInterval(() => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    peakBytes = Math.max(peakBytes, heapUsed + external);
  }, LOOK_MS);
  const startedAt = performance.now();
  await work();
  clearInterval(watch);
  return { seconds: (performance.now() - startedAt) / 1_000, peakBytes };
}

function printFigure(what: string, seconds: number, peakBytes: number): void {
  report({ bench: 'backup', figure: `${what} of ${count} entries`, value: seconds, unit: 's' });
  report({ bench: 'backup', figure: `${what} of ${count} entries: memory`, value: peakBytes / MB, unit: 'MB' });
}
