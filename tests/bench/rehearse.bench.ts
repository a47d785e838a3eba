import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Rehearsal, rehearse, type VisitSource } from '../../src/jobs/rehearsal/rehearse.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { StoredVisit } from '../../src/store/rehearsal.ts';
import { report } from './figure.ts';
import { fillVisits } from './fill-visits.ts';

/**
 * Measures a rehearsal of 100,000 stored visits from the embedded database, and checks that two runs agree: `npm run bench --
 * rehearse [--count=N] [--folder=F]`. The folder stays for the next run.
 */
const BENCH = 'rehearse';
/** Most seconds on two processors. */
const MAX_SECONDS = 90;
/** Number of visits that are also judged from memory. */
const KEPT = 10_000;

const { values } = parseArgs({ options: { count: { type: 'string', default: '100000' }, folder: { type: 'string' } } });
const count = Number(values.count);

interface Measured<Result> {
  readonly result: Result;
  readonly seconds: number;
  /** CPU time of all threads, which does not depend on other load. */
  readonly onProcessors: number;
}

async function measure<Result>(work: () => Promise<Result>): Promise<Measured<Result>> {
  const start = performance.now();
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (performance.now() - start) / 1000, onProcessors: (user + system) / 1_000_000 };
}

/** Reads the first pages of a store, and counts all visits. */
async function readAll(
  source: VisitSource,
): Promise<{ readonly pages: (readonly StoredVisit[])[]; readonly read: number }> {
  const pages: (readonly StoredVisit[])[] = [];
  let read = 0;
  for (let page = await source.listStoredVisits(null); page.length > 0; ) {
    if (read < KEPT) pages.push(page);
    read += page.length;
    page = await source.listStoredVisits(page.at(-1)?.domain ?? null);
  }
  return { pages, read };
}

function readSource(pages: readonly (readonly StoredVisit[])[]): VisitSource {
  let next = 0;
  return { listStoredVisits: async () => pages[next++] ?? [], countUnjudgedSites: async () => [] };
}

const seconds = (figure: string, value: number, atMost?: number) =>
  report({ bench: BENCH, figure, value, unit: 's', ...(atMost !== undefined && { bar: { atMost } }) });

function reportRun(name: string, { result, seconds: wall, onProcessors }: Measured<Rehearsal>): void {
  const missing = count - result.reproduced;
  report({ bench: BENCH, figure: `${name}: not reproduced`, value: missing, unit: 'visits', bar: { atMost: 0 } });
  seconds(`${name}: time on processors`, onProcessors, 2 * MAX_SECONDS);
  seconds(`${name}: ${count} visits`, wall, MAX_SECONDS);
}

const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'rehearse-')));
try {
  await mkdir(folder, { recursive: true });
  const database = join(folder, 'database');
  if (!existsSync(database)) await fillVisits(database, count);
  const store = await openStore({ dataDir: folder, access: 'own' });
  const first = await measure(() => rehearse(store));
  const second = await measure(() => rehearse(store));
  const reading = await measure(() => readAll(store));
  const { pages } = reading.result;
  const judging = await measure(() => rehearse(readSource(pages)));
  await store.close();

  const differing = JSON.stringify(first.result) === JSON.stringify(second.result) ? 0 : 1;
  report({ bench: BENCH, figure: 'runs that differ', value: differing, unit: 'runs', bar: { atMost: 0 } });
  const texts = pages.flat().map(({ text }) => text.length);
  const kB = texts.reduce((sum, length) => sum + length, 0) / texts.length / 1000;
  report({ bench: BENCH, figure: 'size of a file', value: kB, unit: 'kB' });
  seconds('reading alone: time on processors', reading.onProcessors);
  seconds('reading alone', reading.seconds);
  const share = count / texts.length;
  seconds(`judging alone, from memory: time on processors for ${count}`, judging.onProcessors * share);
  seconds(`judging alone, from memory: for ${count}`, judging.seconds * share);
  reportRun('first run', first);
  reportRun('second run', second);
} finally {
  if (values.folder === undefined) await rm(folder, { recursive: true, force: true });
}
