import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { checkCrawlHealth } from '../../crawl/crawl-health.ts';
import { DAY_MS, HOUR_MS } from '../../directory/duration.ts';
import type { Stats } from '../../directory/record.ts';
import { type Env, isLoopback } from '../../runtime/env.ts';
import { type Finding, fault, good } from './finding.ts';
import { freePlanDomains } from './free-plan.ts';

/** Longest time since a crawl. Crawls are scheduled every three hours, and GitHub may start a crawl hours late. */
const CRAWL_WITHIN_MS = 12 * HOUR_MS;
/** Longest time since a copy. A copy is written daily, and a failed copy is retried within an hour. */
const COPY_WITHIN_MS = 2 * DAY_MS;
/** Least free bytes: room for a copy, a build and the database's files of a few thousand sites. */
const MIN_FREE_BYTES = 1024 ** 3;

export async function checkSchedule(
  store: Parameters<typeof checkCrawlHealth>[0],
  stats: Pick<Stats, 'domains_tracked' | 'last_checked'>,
  now: number,
): Promise<Finding> {
  if (stats.domains_tracked === 0) {
    return fault('schedule', 'no domain is tracked yet', 'Run: npx directory import data/known-sites.csv');
  }
  const { healthy, sentence } = await checkCrawlHealth(store, stats, now, CRAWL_WITHIN_MS);
  if (healthy) return good('schedule', sentence);
  const remedy = 'Start the timer (systemctl list-timers) or crawl.yml, or run npm run crawl';
  return fault('schedule', sentence, remedy);
}

/** Checks resources that run out without another warning. */
export async function checkBudget(
  env: Env,
  domains: number,
  bytesFree: (folder: string) => Promise<number>,
): Promise<Finding> {
  const { SUPABASE_URL, DATA_DIR, PUBLISH_PROFILE } = env;
  if (SUPABASE_URL === undefined) {
    const free = await bytesFree(DATA_DIR);
    const says = `${(free / 1024 ** 3).toFixed(1)} GB are free for ${DATA_DIR}`;
    const remedy = 'Enlarge the disk, or move DATA_DIR: the database, its copies and the pages need the space.';
    return free < MIN_FREE_BYTES ? fault('budget', says, remedy) : good('budget', says);
  }
  const most = freePlanDomains(PUBLISH_PROFILE);
  const says = `${domains} domains are tracked, and the free plans have room for ${most} with the profile ${PUBLISH_PROFILE}`;
  const remedy = 'Use paid plans, set PUBLISH_PROFILE=lean, or move to one machine: docs/operating.md has the costs.';
  return domains > most ? fault('budget', says, remedy) : good('budget', says);
}

/** Returns the free bytes on the disk of a folder. */
export async function bytesFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Checks the daily copies of a public server with the embedded database. */
export async function checkCopies({ SUPABASE_URL, BASE_URL, DATA_DIR }: Env, now: number): Promise<Finding[]> {
  if (SUPABASE_URL !== undefined || isLoopback(BASE_URL)) return [];
  const folder = join(DATA_DIR, 'copies');
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith('.gz'));
  const written = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  const newest = Math.max(...written, 0);
  if (now - newest <= COPY_WITHIN_MS) return [good('copies', `the newest is from ${new Date(newest).toISOString()}`)];
  const says =
    newest === 0 ? `${folder} contains no copy` : `the newest copy is from ${new Date(newest).toISOString()}`;
  return [
    fault('copies', says, `Look for copy.failed in the log of the server, or run npx directory export ${folder}/`),
  ];
}
