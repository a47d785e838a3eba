import { defineConfig } from 'vitest/config';
import './tests/start-env.ts';

// The official programs against /mcp. The inspector is fetched from the registry at its first run.
export default defineConfig({
  test: {
    include: ['tests/conformance/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
