import { defineConfig } from 'vitest/config';
import './tests/start-env.ts';

/** The tests that need PostgreSQL and PostgREST: `npm run test:supabase`. */
export default defineConfig({
  test: {
    include: ['tests/supabase/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    isolate: false,
    // Many of them wait for programs and databases: three at a time keep two cores busy.
    maxWorkers: 3,
  },
});
