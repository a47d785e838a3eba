import { openStore } from '../../src/store/open-store.ts';
import { describeKilledCrawlers } from './describe-killed-crawlers.ts';

// This process opens the database, and the crawlers use it like a hosted database.
describeKilledCrawlers('the embedded database', { sites: 200, kills: 5 }, async (dataDir, now) => {
  const store = await openStore({ dataDir, access: 'own', now });
  return { store, settings: {}, close: () => store.close() };
});
