import { defineConfig } from 'vitest/config';
import './tests/start-env.ts';

// The packages as they are published, in an empty folder, the engine on each Node that it supports. Those come from the registry at the first run.
export default defineConfig({
  test: {
    include: ['tests/llmstxt/package/**/*.test.ts', 'tests/astro-llmstxt/package.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    maxWorkers: 1,
  },
});
