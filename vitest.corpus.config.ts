import { defineConfig } from 'vitest/config';
import './tests/start-env.ts';

/** What the engine and drafts make of hundreds of real files. They lie beside the project; without them these tests say so and pass. */
export default defineConfig({
  test: {
    include: [
      'tests/llmstxt/corpus*.test.ts',
      'tests/drafting/real-sites.test.ts',
      'tests/jobs/ranks/real-ranks.test.ts',
      'tests/relevance/**/*.test.ts',
    ],
    setupFiles: ['tests/random-seed.ts'],
    testTimeout: 120_000,
    isolate: false,
    maxWorkers: 2,
  },
});
