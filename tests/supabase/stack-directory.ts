import { createStore } from '../../src/store/create-store.ts';
import type { SharedDirectory } from '../faults/shared-directory.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { startLocalStack } from './local-stack.ts';

/** Starts a stack with an empty directory. */
export async function startStackDirectory(): Promise<SharedDirectory> {
  const stack = await startLocalStack({ migrations: MIGRATIONS });
  const owner = await stack.connect();
  return {
    settings: stack.settings,
    async withStore(work) {
      const store = createStore({ url: stack.url, key: stack.secretKey });
      await work(store).finally(() => store.close());
    },
    query: async (sql, params = []) => (await owner.query(sql, params)).rows,
    async close() {
      await owner.end();
      await stack.close();
    },
  };
}
