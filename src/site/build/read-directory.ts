import type { Store } from '../../store/store.ts';
import type { Directory } from '../page.ts';
import { toRow } from '../row.ts';
import { readOverview } from './read-overview.ts';

export type DirectoryStore = Pick<Store, 'list' | 'stats' | 'countries' | 'survey'>;

/** The store's largest page. */
const PER_PAGE = 100;
/** Until a build has written the lists, one reading of them serves every visitor for this long. */
const KEPT_MS = 60_000;

/** The whole directory for pages that are rendered on demand: read once, in the store's own order, and kept for a minute. */
export function directoryReader(store: DirectoryStore, now: () => number): () => Promise<Directory> {
  let kept: { readonly at: number; readonly directory: Promise<Directory> } | null = null;
  return () => {
    if (kept && now() - kept.at < KEPT_MS) return kept.directory;
    const directory = readAll(store, now());
    const mine = { at: now(), directory };
    kept = mine;
    directory.catch(() => {
      if (kept === mine) kept = null;
    });
    return directory;
  };
}

async function readAll(store: DirectoryStore, now: number): Promise<Directory> {
  const overview = await readOverview(store, now);
  const rows = [];
  for (let page = 1; ; page++) {
    const { results } = await store.list({ page, perPage: PER_PAGE, includeUnlisted: false, verified: false });
    rows.push(...results.map(toRow));
    if (results.length < PER_PAGE) return { ...overview, rows };
  }
}
