import { openStore } from '../../src/store/open-store.ts';
import { describeKilledJobs } from './describe-killed-jobs.ts';

// Each job has the database open at its kill.
describeKilledJobs('the embedded database', { sites: 120, kills: 4 }, async (dataDir, fill) => {
  const store = await openStore({ dataDir, access: 'own' });
  try {
    await fill(store);
  } finally {
    await store.close();
  }
  return { settings: {}, close: async () => {} };
});
