import type { StoredDetail } from '../../directory/detail.ts';
import { failingSince } from '../../directory/scoring/status.ts';
import type { Change, Store } from '../../store/store.ts';
import { StoreError } from '../../store/store-error.ts';
import { isShown, isVerifiedSite, toFullRow, toRow } from '../content/row.ts';
import { hashOfPlainRow } from './compute-hash.ts';
import { domainFilePaths } from './domain-files.ts';
import type { DomainWriters } from './domain-writers.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import type { SiteFolder } from './site-folder.ts';
import type { FailedDomain } from './write-domains.ts';

/** Store reads of the build: changed domains with their details. */
export type ChangesStore = Pick<Store, 'listChanges' | 'getDetails'>;

export interface DomainsBuild {
  readonly store: ChangesStore;
  readonly ledger: Ledger;
  readonly folder: SiteFolder;
  readonly writers: DomainWriters;
  readonly templates: string;
  readonly signal?: AbortSignal | undefined;
  onProgress(rendered: number): void;
}

export interface BuiltDomains {
  readonly rendered: number;
  readonly removed: number;
  /** Domains whose page failed to render. The old page stays, and the next build retries. */
  readonly failed: readonly FailedDomain[];
}

interface Batch {
  readonly changes: readonly Pick<Change, 'domain' | 'revision' | 'removed'>[];
  /** Cursor after the change, or null for a retry. */
  readonly cursor: string | null;
}

/** Number of domains per store call, for one round trip of a few MB. */
const BATCH = 200;

/** Writes the files of changed domains, and deletes files of removed domains. */
export async function buildDomains(build: DomainsBuild): Promise<BuiltDomains> {
  const { ledger, templates, signal } = build;
  const failed: FailedDomain[] = [];
  let rendered = 0;
  let removed = 0;
  for await (const batch of batchesOf(build)) {
    signal?.throwIfAborted();
    const done = await buildBatch(build, batch);
    failed.push(...done.failed);
    rendered += done.rendered;
    removed += done.removed;
    build.onProgress(rendered);
  }
  // Remove domains with entries of older templates, because all existing domains were compared.
  const outdated = [...ledger.entries.values()].filter(({ fingerprint }) => fingerprint !== templates);
  const domains = outdated.map(({ domain }) => domain);
  removeDomains(build, domains);
  if (domains.length > 0) ledger.commit({ put: [], drop: domains });
  return { rendered, removed: removed + domains.length, failed };
}

/** Yields the domains that failed in the last build, then the changes since. */
async function* batchesOf({ store, ledger }: DomainsBuild): AsyncGenerator<Batch> {
  const retried = [...ledger.entries.values()].filter(({ failed }) => failed);
  if (retried.length > 0) {
    yield { changes: retried.map(({ domain, revision }) => ({ domain, revision, removed: false })), cursor: null };
  }
  let next = store.listChanges(ledger.cursor, BATCH);
  for (;;) {
    const { changes, cursor, more } = await next;
    // Read the next changes while this batch is rendered.
    if (more) next = store.listChanges(cursor, BATCH);
    next.catch(() => {});
    yield { changes, cursor };
    if (!more) return;
  }
}

async function buildBatch(build: DomainsBuild, { changes, cursor }: Batch): Promise<BuiltDomains> {
  const { store, ledger, writers, templates } = build;
  const alive = changes.filter(({ removed }) => !removed).map(({ domain }) => domain);
  const { found, unreadable } = await readDetails(store, alive);
  const failed = [...unreadable, ...(await writers.write(found))];
  const failedDomains = new Set(failed.map(({ domain }) => domain));
  const details = new Map(found.map((detail) => [detail.facts.domain, detail]));
  const put = changes.flatMap(({ domain, revision }) => {
    const detail = details.get(domain);
    if (detail) return [toEntry(detail, revision, failedDomains.has(domain), templates)];
    return failedDomains.has(domain) ? [unreadEntry(ledger, { domain, revision, fingerprint: templates })] : [];
  });
  const drop = changes
    .map(({ domain }) => domain)
    .filter((domain) => !details.has(domain) && !failedDomains.has(domain));
  removeDomains(build, drop);
  if (put.length > 0 || drop.length > 0 || cursor !== ledger.cursor) {
    ledger.commit({ put, drop, ...(cursor === null ? {} : { cursor }) });
  }
  return { rendered: found.length + unreadable.length - failed.length, removed: drop.length, failed };
}

/** Reads details. Halves the domains until a broken record is alone, so that other pages are built. */
async function readDetails(
  store: ChangesStore,
  domains: readonly string[],
): Promise<{ readonly found: readonly StoredDetail[]; readonly unreadable: readonly FailedDomain[] }> {
  if (domains.length === 0) return { found: [], unreadable: [] };
  try {
    return { found: await store.getDetails(domains), unreadable: [] };
  } catch (error) {
    if (!(error instanceof StoreError) || error.kind !== 'broken') throw error;
    const [domain] = domains;
    if (domain !== undefined && domains.length === 1) {
      return { found: [], unreadable: [{ domain, reason: error.message }] };
    }
  }
  const half = Math.ceil(domains.length / 2);
  const first = await readDetails(store, domains.slice(0, half));
  const second = await readDetails(store, domains.slice(half));
  return { found: [...first.found, ...second.found], unreadable: [...first.unreadable, ...second.unreadable] };
}

const NOTHING_KNOWN = { row: null, row_hash: null, failing_since: null, changed_at: null } as const;

/** Returns the entry of a domain with unreadable details, whose list row stays unchanged. */
function unreadEntry({ entries }: Ledger, read: Pick<LedgerEntry, 'domain' | 'revision' | 'fingerprint'>): LedgerEntry {
  const { row, row_hash, failing_since, changed_at } = entries.get(read.domain) ?? NOTHING_KNOWN;
  return { ...read, row, row_hash, failing_since, changed_at, failed: true };
}

function toEntry(detail: StoredDetail, revision: string, failed: boolean, fingerprint: string): LedgerEntry {
  const { facts, failure, content_changed_at } = detail;
  // Use only the record if the page failed to render.
  const row = isShown(facts) || isVerifiedSite(facts) ? (failed ? toRow(facts) : toFullRow(detail)) : null;
  return {
    domain: facts.domain,
    revision,
    row,
    row_hash: row && hashOfPlainRow(row),
    failing_since: failure && failingSince(failure),
    changed_at: content_changed_at,
    failed,
    fingerprint,
  };
}

function removeDomains({ folder }: DomainsBuild, domains: readonly string[]): void {
  for (const domain of domains) for (const path of domainFilePaths(domain)) folder.remove(path);
}
