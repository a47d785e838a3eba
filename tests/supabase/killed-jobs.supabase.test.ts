import { describe } from 'vitest';
import { createStore } from '../../src/store/create-store.ts';
import { describeKilledJobs } from '../faults/describe-killed-jobs.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { findPostgrest, startLocalStack } from './local-stack.ts';

describe.runIf(findPostgrest() !== null)('the real stack', () => {
  describeKilledJobs('PostgreSQL', { sites: 120, kills: 4 }, async (_, fill) => {
    const stack = await startLocalStack({ migrations: MIGRATIONS });
    await fill(createStore({ url: stack.url, key: stack.secretKey }));
    return stack;
  });
});
