import { describe } from 'vitest';
import { createStore } from '../../src/store/create-store.ts';
import { describeKilledCrawlers } from '../faults/describe-killed-crawlers.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { findPostgrest, startLocalStack } from './local-stack.ts';

// Use few sites, because the embedded test uses two hundred sites and five kills. This test checks leases across connections.
describe.runIf(findPostgrest() !== null)('the real stack', () => {
  describeKilledCrawlers('PostgreSQL', { sites: 80, kills: 3 }, async (_, now) => {
    const stack = await startLocalStack({ migrations: MIGRATIONS });
    return { ...stack, store: createStore({ url: stack.url, key: stack.secretKey, now }) };
  });
});
