import { openStore } from '../../src/store/open-store.ts';
import { describeKilledCrawlers } from './describe-killed-crawlers.ts';

const sites = Number(process.env['KILLED_CRAWLERS_SITES'] ?? 200);

// This process opens the database, and the crawlers use it like a hosted database.
describeKilledCrawlers('the embedded database', { sites, kills: 5 }, async (dataDir, now) => {
  const store = await openStore({ dataDir, access: 'own', now });
  return { store, settings: {}, close: () => store.close() };
});
