import { defineConfig } from 'vitest/config';
import './tests/start-env.ts';

/** Files that take ten seconds and more: `npm run test:slow` runs them, `npm test` is to be short. */
export const SLOW = [
  'tests/crawl/sample-web.test.ts',
  'tests/crawl/signed-crawl.test.ts',
  'tests/astro-llmstxt/build.test.ts',
  'tests/deploy/deploy.test.ts',
  'tests/jobs/backup/embedded.test.ts',
  'tests/llmstxt/fixes/mutated-files.test.ts',
  'tests/ownership/lifecycle-model.test.ts',
  'tests/simulation/**/*.test.ts',
  'tests/site/build/build-site.test.ts',
  'tests/site/build/publish-profiles.test.ts',
  'tests/site/build/compile-copy.test.ts',
];

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: [
      ...SLOW,
      'tests/e2e/**',
      'tests/faults/**',
      'tests/supabase/**',
      'tests/conformance/**',
      'tests/openapi/**',
      'tests/functions/mcp/random-arguments.test.ts',
      'tests/astro-llmstxt/package.test.ts',
      'tests/llmstxt/package/**',
      'tests/llmstxt/corpus*.test.ts',
      'tests/drafting/real-sites.test.ts',
      'tests/jobs/ranks/real-ranks.test.ts',
      'tests/relevance/**',
      'tests/bin/admin.test.ts',
      'tests/bin/serve.test.ts',
      'tests/functions/edge/routers.test.ts',
      'tests/jobs/doctor/doctor.test.ts',
      'tests/bin/dev.test.ts',
      'tests/bin/start.test.ts',
      'tests/store/open-store.test.ts',
    ],
    setupFiles: ['tests/random-seed.ts'],
    // A machine that is busy with other things takes ten times as long.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
    // A process for each file would load the modules and the database 190 times: a third of the whole.
    isolate: false,
    // Two cores: more workers only make timers late.
    maxWorkers: 2,
  },
});
