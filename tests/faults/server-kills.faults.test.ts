import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { EXTENSIONS } from '../../src/store/embedded/database-snapshot.ts';
import { openStore } from '../../src/store/open-store.ts';
import { describeServerKills } from './describe-server-kills.ts';

// A killed server also ends the database, so the test opens its folder.
describeServerKills('the embedded database', async (dataDir) => ({
  settings: {},
  async withStore(work) {
    const store = await openStore({ dataDir, access: 'own' });
    await work(store).finally(() => store.close());
  },
  async query<Row extends object>(sql: string) {
    const database = await PGlite.create(`file://${join(dataDir, 'database')}`, { extensions: EXTENSIONS });
    try {
      return (await database.query<Row>(sql)).rows;
    } finally {
      await database.close();
    }
  },
  close: async () => {},
}));
