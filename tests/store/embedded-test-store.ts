import { PGlite } from '@electric-sql/pglite';
import { createStore } from '../../src/store/create-store.ts';
import { EXTENSIONS, emptyDatabase } from '../../src/store/embedded/database-snapshot.ts';
import { readMigrations } from '../../src/store/embedded/migrations.ts';
import { openBridge } from '../../src/store/embedded/rpc-bridge.ts';
import { bridgeFetch } from '../../src/store/embedded/rpc-fetch.ts';
import { keepOutput } from '../outputs/keep.ts';
import { T0 } from './sample-visit.ts';
import { type TestStore, throughSql } from './test-store.ts';

export const MIGRATIONS = readMigrations(new URL('../../supabase/migrations/', import.meta.url));

/** Creates an embedded database with the schema and no rows. */
export async function createEmptyDatabase(dataDir = 'memory://'): Promise<PGlite> {
  return await PGlite.create({ dataDir, extensions: EXTENSIONS, loadDataDir: await emptyDatabase(MIGRATIONS) });
}

/** Opens the store of an embedded database in memory. */
export async function openEmbeddedTestStore(): Promise<TestStore> {
  const db = await createEmptyDatabase();
  const { bridge, asOwner } = await openBridge(
    db,
    new Map([
      ['secret', 'service_role'],
      ['publishable', 'anon'],
    ]),
  );
  const clock = { now: T0 };
  const fetch = bridgeFetch(bridge);
  const fetchPublicly: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    keepOutput({ from: 'the publishable key', text: await response.clone().text() });
    return response;
  };
  const open = (key: 'secret' | 'publishable') =>
    createStore({
      url: 'http://embedded.invalid',
      key,
      fetch: key === 'secret' ? fetch : fetchPublicly,
      now: () => clock.now,
    });
  return {
    store: open('secret'),
    publicStore: open('publishable'),
    clock,
    ...throughSql((sql, params) => asOwner(async () => (await db.query<never>(sql, params)).rows)),
    close: () => db.close(),
  };
}
