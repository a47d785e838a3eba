import { failingSince } from '../../directory/scoring/status.ts';
import type { Store } from '../../store/store.ts';
import type { Directory } from '../lists.ts';
import { type Row, rowOf, toRow } from '../row.ts';
import { readShowcase } from './read-showcase.ts';

/** What is read about the directory as a whole. */
export type OverviewStore = Pick<Store, 'stats' | 'countries' | 'survey' | 'readLastVisits'>;
/** What is read where no build has kept the rows. */
export type DirectoryStore = OverviewStore & Pick<Store, 'list' | 'getSummaries' | 'getDetails'>;

/** A month: within it every site whose score may have changed is visited. */
const GROWTH_MS = 30 * 86_400_000;
/** The store's largest page. */
const PER_PAGE = 100;
/** Until a build has written the lists, they are read from the store at most this often. */
const KEPT_MS = 60_000;

/** What pages show of the directory as a whole. */
export async function readOverview(
  store: OverviewStore,
  now: number,
): Promise<Pick<Directory, 'stats' | 'countries' | 'survey'>> {
  const since = new Date(now - GROWTH_MS).toISOString().slice(0, 10);
  const [stats, countries, survey] = await Promise.all([store.stats(), store.countries(), store.survey(since)]);
  return { stats, countries, survey };
}

/** The whole directory for pages that are rendered on demand: read once, in the store's own order, and kept for a minute. */
export function directoryReader(store: DirectoryStore, now: () => number): () => Promise<Directory> {
  let kept: { readonly at: number; readonly directory: Promise<Directory> } | null = null;
  return () => {
    if (kept && now() - kept.at < KEPT_MS) return kept.directory;
    const mine = { at: now(), directory: readAll(store, now()) };
    kept = mine;
    mine.directory.catch(() => {
      if (kept === mine) kept = null;
    });
    return mine.directory;
  };
}

async function readAll(store: DirectoryStore, now: number): Promise<Directory> {
  const overview = await readOverview(store, now);
  const rows = await readRows(store, { includeUnlisted: false, verified: false });
  const verified = await readRows(store, { includeUnlisted: true, verified: true });
  const failing = verified.filter(({ status }) => status !== 'valid').map(({ domain }) => domain);
  const failures = new Map<string, string>();
  for (let at = 0; at < failing.length; at += PER_PAGE) {
    for (const { facts, failure } of await store.getSummaries(failing.slice(at, at + PER_PAGE))) {
      if (failure) failures.set(facts.domain, failingSince(failure));
    }
  }
  const sites = verified.map((row) => ({ row, failingSince: failures.get(row.domain) ?? null }));
  return { ...overview, rows, verified: sites, showcase: await readShowcase(store, rows), snapshot: null };
}

async function readRows(
  store: DirectoryStore,
  which: { readonly includeUnlisted: boolean; readonly verified: boolean },
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { results } = await store.list({ page, perPage: PER_PAGE, ...which });
    const summaries = await store.getSummaries(results.map(({ domain }) => domain));
    const known = new Map(summaries.map((summary) => [summary.facts.domain, rowOf(summary)]));
    rows.push(...results.map((facts) => known.get(facts.domain) ?? toRow(facts)));
    if (results.length < PER_PAGE) return rows;
  }
}
