import { defineConfig } from 'vitest/config';

/** Kills, stalls and broken parts: minutes, not seconds. Each file is programs of its own: two at a time, as many as there are cores. */
export default defineConfig({
  test: { include: ['tests/faults/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 60_000, maxWorkers: 2 },
});
