import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explainRule, RULES, RULESET_VERSION } from '#llmstxt';
import { DAY_MS } from '../../directory/duration.ts';
import { SCORE_VERSION } from '../../directory/scoring/authority.ts';
import {
  COLUMNS,
  CSV_NOTE,
  LICENSE,
  MANIFEST,
  type Manifest,
  SAMPLE,
  SNAPSHOT_DATE,
  SNAPSHOT_FORMAT,
  type SnapshotIndex,
} from '../../directory/snapshot-format.ts';
import { TOPICS_VERSION } from '../../directory/topics.ts';
import { paths } from '../../directory/urls.ts';
import { makeFolder } from '../../runtime/make-folder.ts';
import { replaceFile } from '../../runtime/replace-file.ts';
import { toCsvLine } from '../../site/content/format/csv.ts';
import type { Store } from '../../store/store.ts';
import { openHashedFile } from './hashed-file.ts';
import { findOlder, type OlderSnapshot } from './older-snapshot.ts';
import { type SitesStore, sitesOf } from './snapshot-sites.ts';

export interface SnapshotOptions {
  readonly store: SitesStore & Pick<Store, 'endOfChanges' | 'stats'>;
  /** Folder of all snapshots. Created if absent. */
  readonly folder: string;
  /** UTC date, `yyyy-mm-dd`. */
  readonly date: string;
  readonly baseUrl: string;
  readonly onProgress?: (sites: number, total: number) => void;
}

const VERSIONS = { ruleset: RULESET_VERSION, score: SCORE_VERSION, topics: TOPICS_VERSION };
const CSV_HEADER = toCsvLine(COLUMNS.map(({ name }) => name));

/**
 * Writes the snapshot of a day from an earlier snapshot of the month and later changes, lists it, and removes expired
 * snapshots. The folder of a day appears when it is complete, and never changes afterwards. Equal states of the
 * directory give equal bytes.
 */
export async function writeSnapshot(options: SnapshotOptions) {
  const { folder, date } = options;
  await makeFolder(folder);
  const dates = await listDates(folder, date);
  const written = !dates.includes(date);
  if (written) {
    const older = await findOlder(folder, dates, { date, versions: VERSIONS });
    const unfinished = join(folder, `${date}.unfinished`);
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished);
    await writeFiles(unfinished, options, older);
    await rename(unfinished, join(folder, date));
  }
  const expired = expiredDates(await listDates(folder, date), date);
  await writeIndex(
    folder,
    (await listDates(folder, date)).filter((one) => !expired.includes(one)),
  );
  for (const old of expired) await rm(join(folder, old), { recursive: true });
  return {
    /** False if a snapshot of this date existed, which stays unchanged. */
    written,
    expired,
  };
}

/** Lists the dates of snapshots up to a date, oldest first. A later date comes from a wrong clock. */
async function listDates(folder: string, last: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => SNAPSHOT_DATE.test(name) && name <= last).sort();
}

async function writeFiles(
  folder: string,
  { store, date, baseUrl, onProgress = () => {} }: SnapshotOptions,
  older: OlderSnapshot | null,
): Promise<void> {
  // Take the cursor before the first site, so that followers read changes during the write again.
  const cursor = await store.endOfChanges();
  const { domains_tracked: tracked } = await store.stats();
  const csv = openHashedFile(join(folder, 'domains.csv.gz'));
  const ndjson = openHashedFile(join(folder, 'domains.ndjson.gz'));
  const links = openHashedFile(join(folder, 'links.ndjson.gz'));
  const counts = { tracked, shown: 0, valid: 0, invalid: 0, unreachable: 0, pending: 0, blocked: 0, links: 0 };
  await csv.write(CSV_HEADER, 0);
  for await (const { record, blocked, linkLines } of sitesOf(store, older)) {
    counts.shown += 1;
    counts[record.status] += 1;
    counts.blocked += blocked ? 1 : 0;
    counts.links += linkLines.length;
    const members: Readonly<Record<string, unknown>> = record;
    await csv.write(toCsvLine(COLUMNS.map(({ name }) => members[name])));
    await ndjson.write(`${JSON.stringify(record)}\n`);
    await links.write(linkLines.join(''), linkLines.length);
    onProgress(counts.shown, tracked);
  }
  const files = {
    'domains.csv.gz': await csv.end(),
    'domains.ndjson.gz': await ndjson.end(),
    'links.ndjson.gz': await links.end(),
    'rules.json': await writeRules(join(folder, 'rules.json')),
  };
  const manifest: Manifest = {
    format: SNAPSHOT_FORMAT,
    date,
    directory: baseUrl,
    cursor,
    license: LICENSE,
    sample: SAMPLE,
    csv: CSV_NOTE,
    versions: VERSIONS,
    counts,
    columns: [...COLUMNS],
    files,
  };
  await writeFile(join(folder, MANIFEST), asJson(manifest), { flush: true });
}

async function writeRules(path: string) {
  const rules = RULES.map(({ id, title, severity, source, weight, fix, specUrl }) => {
    return { id, title, severity, source, weight, fix, ...explainRule(id), spec_url: specUrl };
  });
  const body = asJson({ version: RULESET_VERSION, rules });
  await writeFile(path, body, { flush: true });
  const sha256 = createHash('sha256').update(body).digest('hex');
  return { bytes: Buffer.byteLength(body), sha256, rows: rules.length };
}

/**
 * Writes the list of snapshots.
 * @param dates at least one, oldest first
 */
async function writeIndex(folder: string, dates: readonly string[]): Promise<void> {
  const snapshots = dates.toReversed().map((date) => ({ date, manifest: paths.snapshotFile(date, MANIFEST) }));
  const [latest] = snapshots;
  if (!latest) return;
  const index: SnapshotIndex = { latest: latest.date, snapshots };
  await replaceFile(join(folder, 'index.json'), asJson(index));
  await replaceFile(join(folder, 'latest.json'), asJson(latest));
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Days for which daily snapshots are kept. The first of each month stays forever. */
const DAILY_DAYS = 30;

/** Returns the dates (`yyyy-mm-dd`) that expire on `today`. */
function expiredDates(dates: readonly string[], today: string): string[] {
  const sorted = dates.toSorted();
  const oldest = new Date(Date.parse(today) - DAILY_DAYS * DAY_MS).toISOString().slice(0, 10);
  const isFirstOfMonth = (date: string) => sorted.find((one) => one.slice(0, 7) === date.slice(0, 7)) === date;
  return sorted.filter((date) => date < oldest && !isFirstOfMonth(date));
}
