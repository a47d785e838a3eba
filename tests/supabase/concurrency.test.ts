import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from '../../src/store/client.ts';
import type { Store } from '../../src/store/store.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { LISTED, visitOf } from '../store/sample-visit.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';

const hasPostgrest = findPostgrest() !== null;

describe.runIf(hasPostgrest)('many at once', () => {
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

  it('a build misses no commit, however late it comes', async () => {
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

  it('four shards visit every domain once, and the counters agree', async () => {
    const domains = Array.from({ length: 400 }, (_, i) => `s${i}.example`);
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

  it('two that settle one run apply what it held once', async () => {
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

  it('ten registrations of one domain make one row', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => store.track(['same.example'])));
    expect(outcomes.filter(({ added }) => added === 1)).toHaveLength(1);
    expect(outcomes.filter(({ known }) => known === 1)).toHaveLength(9);
  });

  it('terms are learned while a write is under way, and are counted as the write leaves them', async () => {
    const [learner, writer] = [await connect(), await connect()];
    await learner.query(
      `create or replace function directory.common_from() returns int language sql immutable set search_path = '' as 'select 50'`,
    );
    await learner.query(
      `insert into directory.domains (domain, summary, first_seen) select 'w' || i || '.example', 'lighthouse', now() from generate_series(1, 100) i`,
    );
    const learn = async () =>
      (await learner.query('select directory.learn_terms(1000000)::int as taken')).rows[0].taken;
    // Scopes first, then words and starts of names.
    for (const names of ['w1%', 'w2%']) {
      expect(await learn()).toBeGreaterThan(0);
      await writer.query('begin');
      await writer.query(`update directory.domains set summary = 'none', tier = 'listed' where domain like $1`, [
        names,
      ]);
      const counted = learn();
      await expect
        .poll(async () => (await writer.query('select count(*)::int as n from pg_locks where not granted')).rows[0].n)
        .toBe(1);
      await writer.query('commit');
      expect(await counted).toBeGreaterThan(0);
    }
    expect(await learn()).toBe(0);
    const { rows } = await writer.query(
      `select sum(bit_count(bits))::int as n from directory.bitmaps b join directory.terms t using (term) where t.known and term = 'lighthouse'`,
    );
    expect(rows).toEqual([{ n: 77 }]);
    expect(await store.verifyCounters()).toEqual([]);
  });
});
