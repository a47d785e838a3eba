import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from '../../src/store/create-store.ts';
import type { Store } from '../../src/store/store.ts';
import { mulberry32 } from '../mulberry32.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { createFollower } from '../store/follower.ts';
import { findPostgrest, type LocalStack, startLocalStack } from './local-stack.ts';

describe.runIf(findPostgrest() !== null)('change log on the real Data API', () => {
  describe('with writers that commit late, or not at all', () => {
    const WRITERS = 6;
    const TRANSACTIONS = 60;
    const SEED = 20_261_123;
    let stack: LocalStack;
    let store: Store;
    const connections: pg.Client[] = [];
    beforeAll(async () => {
      stack = await startLocalStack({ migrations: MIGRATIONS });
      store = createStore({ url: stack.url, key: stack.secretKey });
    });
    afterAll(async () => {
      for (const connection of connections) await connection.end();
      await stack?.close();
    });

    /** Tracks, changes and removes separate domains, each in a transaction of a few ms. */
    async function write(writer: number): Promise<void> {
      const connection = await stack.connect();
      connections.push(connection);
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

    it('gives a follower every change once after its commit', async () => {
      const follower = createFollower(store);
      let writing = true;
      const following = (async () => {
        while (writing) await follower.readPage(4);
      })();
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
      writing = false;
      await following;
      await follower.readAll(4);
      const connection = await stack.connect();
      connections.push(connection);
      const { rows } = await connection.query('select domain from directory.domains order by domain collate "C"');
      const records = await Promise.all(rows.map(({ domain }) => store.lookup(domain)));
      expect(records.length).toBeGreaterThan(5);
      expect([...follower.copy().values()]).toEqual(records);
      expect(follower.repeated).toEqual([]);
    });
  });
});
