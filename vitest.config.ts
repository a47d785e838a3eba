import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: [
      'tests/e2e/**',
      'tests/faults/**',
      'tests/supabase/**',
      'tests/conformance/**',
      'tests/openapi/**',
      'tests/llmstxt/package/**',
      'tests/llmstxt/corpus.test.ts',
      'tests/relevance/**',
      'tests/bin/serve.test.ts',
      'tests/bin/dev.test.ts',
      'tests/store/open-store.test.ts',
    ],
    setupFiles: ['tests/random-seed.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Two cores: more workers only make timers late.
    maxWorkers: 2,
  },
});
