import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from '../../src/store/create-store.ts';
import type { Store } from '../../src/store/store.ts';
import { mulberry32 } from '../mulberry32.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { LISTED, ownerOf, visitOf } from '../store/sample-visit.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';

const hasPostgrest = findPostgrest() !== null;

describe.runIf(hasPostgrest)('concurrent work', () => {
  let stack: LocalStack;
  let store: Store;
  const connections: pg.Client[] = [];
  const connect = async () => {
    const client = await stack.connect();
    connections.push(client);
    return client;
  };
  beforeAll(async () => {
    stack = await startLocalStack({ migrations: MIGRATIONS });
    store = createStore({ url: stack.url, key: stack.secretKey });
  });
  afterAll(async () => {
    for (const connection of connections) await connection.end();
    await stack?.close();
  });

  it('includes late commits in a build', async () => {
    const [slow, fast] = [await connect(), await connect()];
    await slow.query('begin');
    await slow.query("select directory.stamp_changes(array['slow.example'])");
    await fast.query("select directory.stamp_changes(array['fast.example'])");
    const seen: string[] = [];
    let cursor: string | null = null;
    const read = async () => {
      const page = await store.listChanges(cursor, 100);
      cursor = page.cursor;
      seen.push(...page.changes.map(({ domain }) => domain));
    };
    await read();
    await slow.query('commit');
    await read();
    await read();
    expect(seen.toSorted()).toEqual(['fast.example', 'slow.example']);
  });

  it('visits every domain once in four shards, with exact counters', async () => {
    const domains = Array.from({ length: 200 }, (_, i) => `s${i}.example`);
    await store.track(domains);
    await store.openRun({ id: 'shards', kind: 'scheduled' });
    const visited: string[] = [];
    const shard = async (worker: string) => {
      for (;;) {
        const claimed = await store.lease({ run: 'shards', worker, limit: 10, leaseMs: 60_000 });
        if (claimed.length === 0) return;
        await Promise.all(
          claimed.map(async (one, i) => {
            const next = {
              ...LISTED,
              authority: i * 9,
              country: i % 2 === 0 ? 'DE' : 'FR',
              country_basis: 'cctld' as const,
            };
            const text = { hash: `hash ${i % 3}`, body: 'same' };
            expect(await store.apply(visitOf(one, 'shards', Date.now(), next, { text }))).toEqual({
              result: 'applied',
            });
            visited.push(one.state.domain);
          }),
        );
      }
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(shard));
    expect(visited.filter((domain) => /^s\d/.test(domain)).toSorted()).toEqual(domains.toSorted());
    expect(await store.settleRun('shards')).toMatchObject({ visited: visited.length, broken: false });
    expect(await store.verifyCounters()).toEqual([]);
  });

  it('applies the visits of a run once for two settlers', async () => {
    await store.openRun({ id: 'settled', kind: 'scheduled' });
    const claimed = await store.lease({
      run: 'settled',
      worker: 'w',
      limit: 15,
      leaseMs: 60_000,
      domains: Array.from({ length: 15 }, (_, i) => `s${i}.example`),
    });
    for (const one of claimed) {
      const alerts = [{ type: 'llms_txt.broken', data: {} } as const];
      await store.apply(
        visitOf(one, 'settled', Date.now(), { status: 'invalid', tier: 'unlisted' }, { hold: true, alerts }),
      );
    }
    const reports = await Promise.all([
      store.settleRun('settled'),
      store.settleRun('settled'),
      store.settleRun('settled'),
    ]);
    for (const report of reports)
      expect(report).toEqual({ visited: 15, fine: 15, failed: 15, broken: false, settled: 15 });
    const owner = await connect();
    expect(
      (await owner.query("select count(*)::int as n from directory.alerts where type = 'llms_txt.broken'")).rows,
    ).toEqual([{ n: 15 }]);
    expect(await store.verifyCounters()).toEqual([]);
  });

  it('keeps exact counters and avoids deadlocks with six writers', async () => {
    const domains = Array.from({ length: 60 }, (_, i) => `c${i}.example`);
    await store.track(domains);
    await store.openRun({ id: 'crowd', kind: 'scheduled' });
    const random = mulberry32(9);
    const below = (n: number) => Math.floor(random() * n);
    const some = (n: number) => Array.from({ length: n }, () => domains[below(domains.length)] ?? '');
    const acts: readonly ((round: number) => Promise<unknown>)[] = [
      async () => {
        const leased = await store.lease({ run: 'crowd', worker: 'w', limit: 5, leaseMs: 60_000, domains: some(5) });
        for (const one of leased) {
          const next = {
            ...LISTED,
            authority: below(101),
            tier: (['featured', 'listed', 'unlisted', 'rejected'] as const)[below(4)] ?? null,
            country: (['DE', 'FR', null] as const)[below(3)] ?? null,
            title: `word${below(9)}`,
          };
          await store.apply(visitOf(one, 'crowd', Date.now(), next));
        }
      },
      (round) =>
        store.setOwners(
          some(4).map((domain) => ({
            ...ownerOf(domain),
            verified_at: new Date(round * 1000).toISOString(),
            tags: ['docs', `tag${below(5)}`],
          })),
        ),
      (round) => store.setFacts(some(6).map((domain) => ({ domain, rank: 1 + round, registered_at: null }))),
      (round) => store.track([`late${round}-${below(1000)}.example`]),
    ];
    const writer = async () => {
      for (let round = 0; round < 25; round += 1) await acts[below(acts.length)]?.(round);
    };
    await Promise.all(Array.from({ length: 6 }, writer));
    expect(await store.verifyCounters()).toEqual([]);
    const owner = await connect();
    const deadlocks = `select deadlocks::int as n from pg_stat_database where datname = current_database()`;
    expect((await owner.query(deadlocks)).rows).toEqual([{ n: 0 }]);
  });

  it('lets writers of different domains commit independently', async () => {
    const [slow, fast] = [await connect(), await connect()];
    const score = (domain: string, authority: number) =>
      `update directory.domains set authority = ${authority}, tier = 'listed', country = 'DE', tags = '{docs}' where domain = '${domain}'`;
    await store.track(['one.example', 'two.example', 'three.example']);
    await slow.query('begin');
    await slow.query(score('one.example', 50));
    // Other writers must not wait, even if this writer has summed the counters.
    await slow.query('select directory.fold_counter_changes()');
    await fast.query(`set lock_timeout = '250ms'`);
    await fast.query(score('two.example', 50));
    await fast.query('select directory.fold_counter_changes()');
    await fast.query(`select directory.stamp_changes(array['two.example'])`);
    await store.track(['four.example']);
    expect(await store.verifyCounters()).toEqual([]);
    await slow.query('commit');
    await fast.query(score('three.example', 51));
    expect(await store.verifyCounters()).toEqual([]);
  });
});
