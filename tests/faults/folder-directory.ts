import { openStore } from '../../src/store/open-store.ts';
import { queryFolder } from './query-folder.ts';
import type { SharedDirectory } from './shared-directory.ts';

/** Creates a directory in a data folder. It opens the folder only to use it, because a killed program ends the database. */
export async function createFolderDirectory(dataDir: string): Promise<SharedDirectory> {
  return {
    settings: {},
    async withStore(work) {
      const store = await openStore({ dataDir, access: 'own' });
      await work(store).finally(() => store.close());
    },
    query: (sql, params) => queryFolder(dataDir, sql, params),
    close: async () => {},
  };
}
