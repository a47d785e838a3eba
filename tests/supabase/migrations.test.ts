import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createStore } from '../../src/store/client.ts';
import { migrate } from '../../src/store/embedded/migrations.ts';
import { generateDirectory } from '../bench/generate-directory.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { findPostgrest, startLocalStack } from './local-stack.ts';

/** `MIGRATED_DOMAINS=1000000` is the size of the promise; the default keeps the suite short. */
const DOMAINS = Number(process.env['MIGRATED_DOMAINS'] ?? 20_000);
/** Nobody who reads or writes may wait longer for a migration. */
const LONGEST_LOCK_MS = 1_000;

describe.runIf(findPostgrest() !== null)('each migration', () => {
  it(`applies where the ones before have ${DOMAINS} domains, and keeps every row`, { timeout: 3_600_000 }, async () => {
    const [first, ...later] = MIGRATIONS;
    if (first === undefined) throw new Error('there are no migrations');
    const stack = await startLocalStack({ migrations: [first] });
    const owner = await stack.connect();
    const clients = [await stack.connect(), await stack.connect()];
    try {
      for (const sql of generateDirectory(DOMAINS)) await owner.query(sql);
      const before = await rowsOf(owner);
      const [known] = (await owner.query<{ domain: string }>('select domain from directory.domains limit 1')).rows;
      const applied = [first];
      for (const migration of later) {
        applied.push(migration);
        const watches = clients.map((client, i) => watch(client, WATCHED[i] ?? '', known?.domain ?? ''));
        const database = {
          exec: (sql: string) => owner.query(sql),
          query: async <Row>(sql: string, params?: unknown[]) => ({
            rows: (await owner.query(sql, params)).rows as Row[],
          }),
        };
        expect(await migrate(database, applied)).toBe(1);
        const [readerMs = 0, writerMs = 0] = await Promise.all(watches.map(({ end }) => end()));
        console.log(
          `${migration.version}_${migration.name}: a reader waits ${readerMs} ms at most, a writer ${writerMs} ms`,
        );
        // A time is only a promise where there is enough data to make one.
        if (DOMAINS >= 1_000_000) expect(Math.max(readerMs, writerMs), migration.name).toBeLessThan(LONGEST_LOCK_MS);
        expect(await rowsOf(owner), migration.name).toEqual(before);
      }
      const store = createStore({ url: stack.url, key: stack.secretKey });
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
      if (DOMAINS <= 100_000) expect(await store.verifyCounters()).toEqual([]);
    } finally {
      await owner.end();
      for (const client of clients) await client.end();
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

/** What a lookup reads, and what a visit writes; the values stay as they are. */
const WATCHED = [
  'select d.domain from directory.domains d join directory.crawl c on c.domain = d.domain where d.domain = $1',
  `with visited as (update directory.crawl set last_checked = last_checked where domain = $1 returning domain)
    update directory.domains d set title = d.title from visited v where d.domain = v.domain`,
];

/** Does one statement over and over; ends with the longest that it took. */
function watch(client: pg.Client, sql: string, domain: string) {
  let isOver = false;
  const loop = (async () => {
    let longest = 0;
    while (!isOver) {
      const started = performance.now();
      await client.query(sql, [domain]);
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
