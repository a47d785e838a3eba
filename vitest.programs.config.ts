import { defineConfig } from 'vitest/config';
import './tests/start-env.ts';

/** Programs in processes of their own: servers, the holder of a data folder and those who share it, killed and stopped. */
export default defineConfig({
  test: {
    include: [
      'tests/bin/admin.test.ts',
      'tests/bin/serve.test.ts',
      'tests/functions/edge/routers.test.ts',
      'tests/jobs/doctor/doctor.test.ts',
      'tests/bin/dev.test.ts',
      'tests/bin/start.test.ts',
      'tests/store/open-store.test.ts',
    ],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    isolate: false,
    maxWorkers: 2,
  },
});
