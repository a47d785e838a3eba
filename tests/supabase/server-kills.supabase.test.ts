import { describe } from 'vitest';
import { createStore } from '../../src/store/create-store.ts';
import { describeServerKills } from '../faults/describe-server-kills.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { findPostgrest, startLocalStack } from './local-stack.ts';

// Database calls from before the kill continue without the server.
describe.runIf(findPostgrest() !== null)('the real stack', () => {
  describeServerKills('PostgreSQL', async () => {
    const stack = await startLocalStack({ migrations: MIGRATIONS });
    const database = await stack.connect();
    return {
      settings: stack.settings,
      async withStore(work) {
        const store = createStore({ url: stack.url, key: stack.secretKey });
        await work(store).finally(() => store.close());
      },
      query: async <Row extends object>(sql: string) => (await database.query<Row>(sql)).rows,
      async close() {
        await database.end();
        await stack.close();
      },
    };
  });
});
