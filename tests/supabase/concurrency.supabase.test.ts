import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProof } from '../../src/ownership/proof.ts';
import { createStore } from '../../src/store/create-store.ts';
import type { Store } from '../../src/store/store.ts';
import { mulberry32 } from '../mulberry32.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { createFollower } from '../store/follower.ts';
import { leaseOne } from '../store/lease-one.ts';
import { DAY, LISTED, MINUTE, toOwner, toVisit } from '../store/sample-visit.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';

const TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const WRITERS = 6;
const TRANSACTIONS = 60;
const SEED = 20_261_123;

/** The calls of the embedded database never run concurrently. */
describe.runIf(findPostgrest() !== null)('concurrent work', () => {
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

  /** Tracks, changes and removes separate domains, each in a transaction of a few ms. */
  async function write(writer: number): Promise<void> {
    const connection = await connect();
    const random = mulberry32(SEED + writer);
    for (let i = 0; i < TRANSACTIONS; i += 1) {
      const own = `w${writer}-${Math.floor(random() * 10)}.example`;
      await connection.query('begin');
      const facts = JSON.stringify([{ domain: own, rank: 1 + Math.floor(random() * 1e6), registered_at: null }]);
      const kind = Math.floor(random() * 3);
      if (kind === 0) await connection.query('select api.track_domains($1)', [[own]]);
      if (kind === 1) await connection.query('select api.set_facts($1)', [facts]);
      if (kind === 2) await connection.query('delete from directory.domains where domain = $1', [own]);
      await wait(random() * 20);
      await connection.query(random() < 0.2 ? 'rollback' : 'commit');
    }
  }

  it('gives a follower of the change log every change once, with writers that commit late or not at all', async () => {
    const follower = createFollower(store);
    let writing = true;
    const following = (async () => {
      while (writing) await follower.readPage(4);
    })();
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    writing = false;
    await following;
    await follower.readAll(4);
    const { rows } = await (await connect()).query('select domain from directory.domains order by domain collate "C"');
    const records = await Promise.all(rows.map(({ domain }) => store.lookup(domain)));
    expect(records.length).toBeGreaterThan(5);
    expect([...follower.copy().values()]).toEqual(records);
    expect(follower.repeated).toEqual([]);
  });

  it('applies the visits of a run once for two settlers', async () => {
    const domains = Array.from({ length: 15 }, (_, i) => `s${i}.example`);
    const lease = async (run: string) => {
      await store.openRun({ id: run, kind: 'scheduled' });
      return await store.lease({ run, worker: 'w', limit: 15, leaseMs: 60_000, domains });
    };
    await store.track(domains);
    for (const one of await lease('first')) await store.apply(toVisit(one, 'first', Date.now(), LISTED));
    for (const one of await lease('settled')) {
      const alerts = [{ type: 'llms_txt.broken', data: {} } as const];
      await store.apply(
        toVisit(one, 'settled', Date.now(), { status: 'invalid', tier: 'unlisted' }, { hold: true, alerts }),
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

  it('writes one row per domain for ten equal registrations', async () => {
    const domains = Array.from({ length: 200 }, (_, i) => `same-${i}.example`);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => store.track(domains)));
    expect(outcomes.reduce((sum, { added }) => sum + added, 0)).toBe(200);
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
          await store.apply(toVisit(one, 'crowd', Date.now(), next));
        }
      },
      (round) =>
        store.setOwners(
          some(4).map((domain) => ({
            ...toOwner(domain),
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

  describe('requests of owners', () => {
    const verify = async (domain: string, generation: number, keyHash: string) => {
      const { basis } = await store.getClaimStanding(domain);
      if (!basis) throw new Error('not tracked');
      return await store.verifyOwner({
        domain,
        generation,
        basis,
        authority: null,
        tier: null,
        proof: newProof('dns', TOKEN),
        keyHash,
      });
    };

    it('gives exactly one key for fifty redemptions of one proof', async () => {
      await store.track(['one.com']);
      const results = await Promise.all(
        Array.from({ length: 50 }, async (_, i) => {
          // Repeat after a concurrent change of the row, like the operation.
          for (;;) {
            const result = await verify('one.com', 0, `hash ${i}`);
            if (result !== 'changed') return result;
          }
        }),
      );
      expect(results.filter((result) => result === 'verified')).toHaveLength(1);
      expect(results.filter((result) => result === 'used')).toHaveLength(49);
      expect((await store.getClaimStanding('one.com')).generation).toBe(1);
      const found = await Promise.all(Array.from({ length: 50 }, (_, i) => store.findKey(`hash ${i}`)));
      expect(found.filter((key) => key !== null)).toHaveLength(1);
    });

    it('combines twenty recrawls', async () => {
      await store.track(['two.com']);
      const taken = await Promise.all(Array.from({ length: 20 }, () => store.takeRecrawl('two.com', 600)));
      expect(taken.filter(({ allowed }) => allowed)).toHaveLength(1);
    });

    it('keeps edits of different members, and exact counters', async () => {
      await store.track(['three.com']);
      const edits = [
        { description: 'a' },
        { contact: 'b' },
        { tags: ['c', 'd'] },
        { nested_llms_txt: ['https://three.com/x'] },
      ];
      await Promise.all(
        Array.from({ length: 5 }, () => edits)
          .flat()
          .map((edit) => store.updateProfile('three.com', edit, 'whsec_x')),
      );
      expect(await store.lookup('three.com')).toMatchObject(Object.assign({}, ...edits));
      expect(await store.verifyCounters()).toEqual([]);
    });

    it('leases each of a hundred messages to one of ten senders', async () => {
      await store.track(['four.com']);
      await store.updateProfile('four.com', { webhook_url: 'https://hooks.com/' }, 'whsec_x');
      await store.openRun({ id: 'run', kind: 'on-demand' });
      const claimed = await leaseOne(store, 'four.com');
      const alerts = Array.from({ length: 100 }, () => ({ type: 'llms_txt.broken' as const, data: {} }));
      await store.apply(toVisit(claimed, 'run', Date.now(), LISTED, { alerts }));
      const later = createStore({ url: stack.url, key: stack.secretKey, now: () => Date.now() + DAY });
      const shares = await Promise.all(
        Array.from({ length: 10 }, () => later.leaseDeliveries(16, MINUTE, ['webhook'])),
      );
      const held = shares.flat().map(({ delivery }) => delivery);
      expect(held).toHaveLength(100);
      expect(new Set(held).size).toBe(100);
    });
  });
});
