import { describe } from 'vitest';
import { createStore } from '../../src/store/create-store.ts';
import { describeAlerts } from '../faults/describe-alerts.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { findPostgrest, startLocalStack } from './local-stack.ts';

// Use few alerts, because the embedded test sends 2,000. This test checks leases across connections.
describe.runIf(findPostgrest() !== null)('the real stack', () => {
  describeAlerts('PostgreSQL', { alerts: 300, kills: 4 }, async () => {
    const stack = await startLocalStack({ migrations: MIGRATIONS });
    const owner = await stack.connect();
    return {
      settings: stack.settings,
      withStore: async (work) => void (await work(createStore({ url: stack.url, key: stack.secretKey }))),
      query: async (sql, params = []) => (await owner.query(sql, params)).rows,
      close: async () => {
        await owner.end();
        await stack.close();
      },
    };
  });
});
