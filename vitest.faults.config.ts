import { defineConfig } from 'vitest/config';

/** Kills, stalls and broken parts: minutes, not seconds; one file at a time, because each is a program of its own. */
export default defineConfig({
  test: { include: ['tests/faults/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 60_000, fileParallelism: false },
});
