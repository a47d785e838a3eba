import { defineConfig } from 'vitest/config';
import './tests/start-env.ts';

/**
 * What outsiders' tools say of the interface description, and many random requests: `npm run test:contract`.
 * RANDOM_REQUESTS=10000 asks that many of each operation, which takes about two minutes on two idle cores.
 */
export default defineConfig({
  test: {
    include: [
      'tests/openapi/**/*.test.ts',
      'tests/functions/mcp/random-arguments.test.ts',
      'tests/surface/random-requests.test.ts',
    ],
    setupFiles: ['tests/random-seed.ts'],
    env: { RANDOM_REQUESTS: process.env['RANDOM_REQUESTS'] ?? '2000' },
    testTimeout: 120_000,
    hookTimeout: 60_000,
    isolate: false,
    maxWorkers: 2,
  },
});
