import { defineConfig } from 'vitest/config';
import './tests/start-env.ts';

// A real browser before the real server, which serves the sample web: one of each for all files, one file after the other.
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: 'tests/e2e/start-stage.ts',
    testTimeout: 150_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
  },
});
