import { defineConfig } from 'vitest/config';

/**
 * What outsiders' tools say of the interface description, and many random requests: `npm run test:contract`.
 * RANDOM_REQUESTS=10000 asks that many of each operation, which takes some minutes.
 */
export default defineConfig({
  test: {
    include: ['tests/contract/**/*.test.ts', 'tests/surface/random-requests.test.ts'],
    env: { RANDOM_REQUESTS: process.env['RANDOM_REQUESTS'] ?? '500' },
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
