import { openStore } from '../../src/store/open-store.ts';
import { describeServerKills } from './describe-server-kills.ts';
import { queryFolder } from './query-folder.ts';

// Open the folder, because a killed server also ends the database.
describeServerKills('the embedded database', async (dataDir) => ({
  settings: {},
  async withStore(work) {
    const store = await openStore({ dataDir, access: 'own' });
    await work(store).finally(() => store.close());
  },
  query: (sql) => queryFolder(dataDir, sql),
  close: async () => {},
}));
