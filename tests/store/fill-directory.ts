import { LISTED, MINUTE, toOwner, toPoint, toVisit } from './sample-visit.ts';
import type { TestStore } from './test-store.ts';

const AWKWARD = 'He said "no"\\ and\ttabbed\r\n\u0001\u2028 日本 𝔘𝔫𝔦 \u202e';

/** Fills every table with values that a copy could lose. Returns the names of the tables. */
export async function fillDirectory({
  store,
  clock,
  query,
}: Pick<TestStore, 'store' | 'clock' | 'query'>): Promise<void> {
  const domains = Array.from({ length: 45 }, (_, i) => `site-${String(i).padStart(2, '0')}.example`);
  const [owned = '', held = '', plain = ''] = domains;
  await store.track([...domains, 'removed.example']);
  const ranks = domains.slice(0, 30).map((domain, i) => ({ domain, rank: i + 1, registered_at: null }));
  await store.setFacts(ranks);
  await store.setRankList(1_000);
  await store.openRun({ id: 'first', kind: 'scheduled' });
  const lease = { run: 'first', worker: 'w', limit: 40, leaseMs: 5 * MINUTE, domains: domains.slice(0, 40) };
  const claimed = (await store.lease(lease)).toSorted((a, b) => (a.state.domain < b.state.domain ? -1 : 1));
  for (const [i, one] of claimed.entries()) {
    const alerts = [{ type: 'llms_txt.broken', data: { note: AWKWARD } } as const];
    const text = { hash: `hash ${i % 7}`, body: `${AWKWARD} ${i % 7} ${'x'.repeat(i * 1000)}`.slice(0, 30_000) };
    const more = i % 5 === 0 ? { hold: true, alerts } : { alerts, text, point: toPoint(clock.now, 40) };
    await store.apply(toVisit(one, 'first', clock.now, { ...LISTED, title: AWKWARD }, more));
  }
  await store.setOwners([{ ...toOwner(owned), description: AWKWARD, tags: ['docs', 'ü'] }]);
  await store.updateProfile(owned, { webhook_url: 'https://owned.example/hook' }, 'whsec_secret');
  await store.openTest(owned, MINUTE);
  await store.countLookups([
    { domain: owned, count: 3 },
    { domain: plain, count: 1 },
  ]);
  await store.takeQuotas([{ name: 'q', quota: 3, windowS: 60, subject: 'client', network: 'a network' }]);
  await query("insert into directory.unsubscribed values ('a hash of a mailbox', now())");
  await query('insert into directory.key_generations values ($1, 2), ($2, 1)', [owned, 'removed.example']);
  await query('insert into directory.keys (domain, hash, issued_at) values ($1, $2, now())', [
    owned,
    'a hash of a key',
  ]);
  await query(
    `update directory.crawl set failure = '{"exact": 1.10, "large": 12345678901234567890}' where domain = $1`,
    [held],
  );
  await query(`update directory.crawl set due_at = 'infinity' where domain = $1`, [plain]);
  await query(`delete from directory.domains where domain = 'removed.example'`);
}

/** Removes transaction ids, which a restore renews because they apply to one database only. */
export const withoutStamps = (row: string) => row.replace(/"(stamp|told|added)": ?"?\d+"?/g, '"$1": 0');

/** Returns all rows of all tables as text, without data that differs by design. */
export async function dump({ query, store }: TestStore): Promise<Record<string, string[]>> {
  // Delete search words, because a copy omits them and a restore rebuilds them.
  await query('update directory.search_documents set words_version = null');
  await store.indexTexts();
  const tables = await query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'directory'::regnamespace and relkind = 'r' order by 1`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    // Skip the identity of the database, words, and counters, which have a separate comparison.
    if (/^(instance|counters|counter_changes|word_list)$/.test(name)) continue;
    const found = await query<{ row: string }>(`select to_jsonb(x)::text as row from directory.${name} x order by 1`);
    rows[name] = found.map(({ row }) => (name === 'changes' ? withoutStamps(row) : row));
  }
  const counters = await query<{ row: string }>(
    'select to_jsonb(c)::text as row from directory.current_counters c where n <> 0 order by 1',
  );
  return { ...rows, counters: counters.map(({ row }) => row) };
}
