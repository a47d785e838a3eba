import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreCopy } from '../../functions/backup/restore-copy.ts';
import { writeCopy } from '../../functions/backup/write-copy.ts';
import { openStackTestStore } from '../supabase/stack-test-store.ts';
import { report } from './figure.ts';
import { generateDirectory } from './generate-directory.ts';

/**
 * A copy of `--count` entries with texts, findings and a year of history out of PostgreSQL through PostgREST, and back into an empty
 * one: `npm run bench -- backup --count=50000`. Memory is what is alive in this process: it does not grow with the count.
 */
const { values } = parseArgs({ options: { count: { type: 'string', default: '10000' } } });
const count = Number(values.count);
const MB = 1_000_000;
/** Often enough to see every batch, rarely enough to cost nothing. */
const LOOK_MS = 250;

/** A year of daily points, of which the directory keeps those at which something changed: twenty. */
const FILL = [
  `insert into directory.texts select md5(domain), (select string_agg(md5(domain || i), ' ') from generate_series(1, 250) i) from directory.domains where status = 'valid'`,
  `insert into directory.readings (domain, text_hash, findings, preview)
    select domain, case when status = 'valid' then md5(domain) end,
      (select jsonb_agg(jsonb_build_object('id', 'rule-' || i, 'title', md5(domain || i), 'severity', 'info', 'line', i, 'message', md5(domain) || md5(i::text))) from generate_series(1, 4) i),
      jsonb_build_object('title', title, 'summary', summary, 'sections', (select jsonb_agg(jsonb_build_object('title', md5(domain || i), 'url', 'https://' || domain || '/' || i)) from generate_series(1, 20) i))
    from directory.domains where status <> 'pending'`,
  `insert into directory.history (domain, day, at, status, authority, reach, trust, quality, freshness)
    select domain, date '2025-12-01' + i * 18, timestamptz '2025-12-01Z' + i * interval '18 days', status, authority, 1, 2, 3, 4
    from directory.domains, generate_series(1, 20) i where status <> 'pending'`,
  `insert into directory.lookups_by_day (domain, day, count) select domain, date '2026-11-01' + i, i from directory.domains, generate_series(1, 3) i where verified`,
  'vacuum analyze',
];

const folder = mkdtempSync(join(tmpdir(), 'backup-bench-'));
const file = join(folder, 'copy.gz');
const source = await openStackTestStore({ durable: true });
try {
  for (const sql of [...generateDirectory(count), ...FILL]) await source.query(sql);
  const exporting = await timed(() => writeCopy(file, { store: source.store, now: Date.now }));
  tell('export', exporting.seconds, exporting.peakBytes);
  report({ bench: 'backup', figure: `copy of ${count} entries`, value: statSync(file).size / MB, unit: 'MB' });
} finally {
  await source.close();
}
const target = await openStackTestStore({ durable: true });
try {
  const restoring = await timed(() => restoreCopy(file, { store: target.store }));
  tell('restore', restoring.seconds, restoring.peakBytes);
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

function tell(what: string, seconds: number, peakBytes: number): void {
  report({ bench: 'backup', figure: `${what} of ${count} entries`, value: seconds, unit: 's' });
  report({ bench: 'backup', figure: `${what} of ${count} entries: memory`, value: peakBytes / MB, unit: 'MB' });
}
