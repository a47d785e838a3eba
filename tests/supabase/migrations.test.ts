import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../src/store/migrations.ts';
import { createSupabaseStore } from '../../src/store/supabase-store.ts';
import { generateDirectory } from '../bench/generate-directory.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { findPostgrest, startLocalStack } from './local-stack.ts';

/** `MIGRATED_DOMAINS=1000000` is the size of the promise; the default keeps the suite short. */
const DOMAINS = Number(process.env['MIGRATED_DOMAINS'] ?? 20_000);
/** No reader may wait longer for a migration. */
const LONGEST_LOCK_MS = 1_000;

describe.runIf(findPostgrest() !== null)('each migration', () => {
  it(`applies where the ones before have ${DOMAINS} domains, and keeps every row`, { timeout: 3_600_000 }, async () => {
    const [first, ...later] = MIGRATIONS;
    if (first === undefined) throw new Error('there are no migrations');
    const stack = await startLocalStack({ migrations: [first] });
    const owner = await stack.connect();
    const reader = await stack.connect();
    try {
      for (const sql of generateDirectory(DOMAINS)) await owner.query(sql);
      const before = await rowsOf(owner);
      const [known] = (await owner.query<{ domain: string }>('select domain from directory.domains limit 1')).rows;
      const applied = [first];
      for (const migration of later) {
        applied.push(migration);
        const watch = watchReads(reader, known?.domain ?? '');
        const database = {
          exec: (sql: string) => owner.query(sql),
          query: async <Row>(sql: string, params?: unknown[]) => ({
            rows: (await owner.query(sql, params)).rows as Row[],
          }),
        };
        expect(await migrate(database, applied)).toBe(1);
        const waitedMs = await watch.end();
        console.log(`${migration.version}_${migration.name}: longest wait of a reader ${waitedMs} ms`);
        // A time is only a promise where there is enough data to make one.
        if (DOMAINS >= 1_000_000) expect(waitedMs, migration.name).toBeLessThan(LONGEST_LOCK_MS);
        expect(await rowsOf(owner), migration.name).toEqual(before);
      }
      const store = createSupabaseStore({ url: stack.url, key: stack.secretKey });
      await owner.query("notify pgrst, 'reload schema'");
      await expect
        .poll(
          () =>
            store.getCase(known?.domain ?? '').then(
              (found) => found?.ruling,
              () => 'not yet',
            ),
          { timeout: 10_000 },
        )
        .toBeNull();
      expect((await store.stats()).domains_tracked).toBe(Number(before['domains']));
      if (DOMAINS <= 100_000) expect(await store.countAgain()).toEqual([]);
    } finally {
      await owner.end();
      await reader.end();
      await stack.close();
    }
  });
});

/** Rows of the tables that the first migration made. */
async function rowsOf(owner: pg.Client): Promise<Record<string, string>> {
  const counts: Record<string, string> = {};
  for (const table of ['domains', 'crawl', 'shelf_counts', 'position_counts', 'tagged', 'changes']) {
    const { rows } = await owner.query<{ n: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtext(x::text)::bigint), 0) as n from directory.${table} x`,
    );
    counts[table] = table === 'domains' || table === 'crawl' ? String(rows[0]?.n.split(' ')[0]) : String(rows[0]?.n);
  }
  return counts;
}

/** Reads a record over and over; ends with the longest that one of the reads took. */
function watchReads(reader: pg.Client, domain: string) {
  let isOver = false;
  const loop = (async () => {
    let longest = 0;
    while (!isOver) {
      const started = performance.now();
      await reader.query(
        'select d.domain from directory.domains d join directory.crawl c on c.domain = d.domain where d.domain = $1',
        [domain],
      );
      longest = Math.max(longest, performance.now() - started);
    }
    return Math.round(longest);
  })();
  // Told by end().
  loop.catch(() => {});
  return {
    end: () => {
      isOver = true;
      return loop;
    },
  };
}
