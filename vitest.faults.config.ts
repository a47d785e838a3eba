import { defineConfig } from 'vitest/config';
import './tests/start-env.ts';

/** Kills, stalls and broken parts: minutes, not seconds. Each file waits more than it computes: three at a time keep two cores busy. */
export default defineConfig({
  test: {
    include: ['tests/faults/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
    isolate: false,
    maxWorkers: 3,
  },
});
