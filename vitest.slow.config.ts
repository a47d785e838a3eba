import { configDefaults, defineConfig } from 'vitest/config';
import './tests/start-env.ts';
import { SLOW } from './vitest.config.ts';

/** Whole builds, crawls and copies, and thousands of random cases. */
export default defineConfig({
  test: {
    include: [...SLOW],
    exclude: configDefaults.exclude,
    setupFiles: ['tests/random-seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
    maxWorkers: 2,
  },
});
