import type { PublicFacts } from '../../src/directory/record.ts';
import type { LogPage } from '../../src/store/change-log.ts';
import type { Store } from '../../src/store/store.ts';

/** Follows the change log, and records duplicates. */
export function createFollower(store: Pick<Store, 'readChanges'>) {
  const records = new Map<string, PublicFacts>();
  const seen = new Set<string>();
  const repeated: string[] = [];
  let cursor: string | null = null;

  async function readPage(limit: number): Promise<LogPage> {
    const page = await store.readChanges({ cursor, since: null }, limit);
    for (const { seq, domain, record } of page.changes) {
      if (seen.has(seq)) repeated.push(seq);
      seen.add(seq);
      if (record) records.set(domain, record);
      else records.delete(domain);
    }
    cursor = page.cursor;
    return page;
  }

  return {
    readPage,
    async readAll(limit: number) {
      while ((await readPage(limit)).more);
    },
    /** Returns the records by name. */
    copy: () => new Map([...records].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    /** Duplicate positions. */
    repeated,
  };
}
