import type { Store } from '../../store/store.ts';
import { type OlderSnapshot, readSitesOf, type SnapshotSite } from './older-snapshot.ts';

export type SitesStore = Pick<Store, 'readSites' | 'readLastVisits' | 'readChanges' | 'listChanges'>;
type SitePage = Awaited<ReturnType<SitesStore['readSites']>>;

/** Number of sites per store call, for an answer of a few MB. */
const SITES_PER_PAGE = 200;
/** Most changes of a page of the log. */
const CHANGES_PER_PAGE = 1_000;

/** Yields all sites by name, from an older snapshot with later changes, or from the store. */
export async function* sitesOf(store: SitesStore, older: OlderSnapshot | null): AsyncGenerator<SnapshotSite> {
  const changed = older && (await changedSince(store, older.manifest.cursor));
  if (older === null || changed === null) yield* readAll(store);
  else yield* withChanges(store, older, changed);
}

/** Returns the names of changed domains in order, or null if the log does not accept the cursor. */
async function changedSince(store: SitesStore, cursor: string): Promise<string[] | null> {
  const { restarted } = await store.readChanges({ cursor, since: null }, 1);
  if (restarted) return null;
  const domains = new Set<string>();
  for (let at = cursor; ; ) {
    // Read sites with changed pages too, because a change of a page alone may be a changed link.
    const page = await store.listChanges(at, CHANGES_PER_PAGE);
    for (const { domain } of page.changes) domains.add(domain);
    if (!page.more) return [...domains].sort();
    at = page.cursor;
  }
}

async function* withChanges(
  store: SitesStore,
  older: OlderSnapshot,
  changed: readonly string[],
): AsyncGenerator<SnapshotSite> {
  const visits = await store.readLastVisits();
  const isChanged = new Set(changed);
  const fresh = readSome(store, changed);
  let next = await fresh.next();
  for await (const { record, linkLines } of readSitesOf(older)) {
    while (!next.done && next.value.record.domain < record.domain) {
      yield next.value;
      next = await fresh.next();
    }
    if (isChanged.has(record.domain)) continue;
    const { at = record.last_checked, refused = false } = visits.get(record.domain) ?? {};
    yield { record: { ...record, last_checked: at }, blocked: refused, linkLines };
  }
  while (!next.done) {
    yield next.value;
    next = await fresh.next();
  }
}

async function* readAll(store: SitesStore): AsyncGenerator<SnapshotSite> {
  let next: Promise<SitePage> | null = store.readSites(null, SITES_PER_PAGE);
  while (next !== null) {
    const { sites, more }: SitePage = await next;
    const last = sites.at(-1);
    next = more && last ? store.readSites(last.record.domain, SITES_PER_PAGE) : null;
    // Let the store read the next page while this page is written. Ignore the rejection here, because the await throws it.
    next?.catch(() => {});
    yield* sites.map(toSite);
  }
}

async function* readSome(store: SitesStore, domains: readonly string[]): AsyncGenerator<SnapshotSite, undefined> {
  for (let at = 0; at < domains.length; at += SITES_PER_PAGE) {
    const { sites } = await store.readSites(null, SITES_PER_PAGE, domains.slice(at, at + SITES_PER_PAGE));
    yield* sites.map(toSite);
  }
}

function toSite({ record, blocked, links }: SitePage['sites'][number]): SnapshotSite {
  const linkLines = links.map((link) => `${JSON.stringify({ domain: record.domain, ...link })}\n`);
  return { record, blocked, linkLines };
}
