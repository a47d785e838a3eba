import { DAY_MS } from '../../directory/duration.ts';
import { failingSince } from '../../directory/scoring/status.ts';
import type { DomainPage } from '../../store/domain-page.ts';
import type { Store } from '../../store/store.ts';
import type { Directory } from '../content/lists.ts';
import { type Row, toFullRow, toRow } from '../content/row.ts';
import { readShowcase } from './read-showcase.ts';

export type OverviewStore = Pick<Store, 'stats' | 'countries' | 'survey' | 'readLastVisits'>;
/** Store reads without a built ledger. */
export type DirectoryStore = OverviewStore & Pick<Store, 'list' | 'getSummaries' | 'getDetails'>;

/** Period in which growth of climbers is measured. Within a month, every site with a changed score is visited. */
const GROWTH_MS = 30 * DAY_MS;
const PER_PAGE = 100;
const KEPT_MS = 60_000;

export type Overview = Pick<Directory, 'stats' | 'countries' | 'survey'>;

export async function readOverview(store: OverviewStore, now: number): Promise<Overview> {
  const since = new Date(now - GROWTH_MS).toISOString().slice(0, 10);
  const [stats, countries, survey] = await Promise.all([store.stats(), store.countries(), store.survey(since)]);
  return { stats, countries, survey };
}

/** Reads the whole directory for pages rendered on demand, and caches it for a minute. */
export function directoryReader(store: DirectoryStore, now: () => number): () => Promise<Directory> {
  let cached: { readonly at: number; readonly directory: Promise<Directory> } | null = null;
  return () => {
    if (cached && now() - cached.at < KEPT_MS) return cached.directory;
    const mine = { at: now(), directory: readAll(store, now()) };
    cached = mine;
    mine.directory.catch(() => {
      if (cached === mine) cached = null;
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
    rows.push(...(await toRows(store, results)));
    if (results.length < PER_PAGE) return rows;
  }
}

/** Returns list rows of sites. A site that changed in the meantime may be missing. */
export async function toRows(store: Pick<Store, 'getSummaries'>, sites: DomainPage['results']): Promise<Row[]> {
  const summaries = await store.getSummaries(sites.map(({ domain }) => domain));
  const rowsByDomain = new Map(summaries.map((summary) => [summary.facts.domain, toFullRow(summary)]));
  return sites.map((facts) => rowsByDomain.get(facts.domain) ?? toRow(facts));
}
