import { openStore } from '../../src/store/open-store.ts';
import { describeCrowd } from './describe-killed-crawlers.ts';

const sites = Number(process.env['CROWD_SITES'] ?? 200);

// This process holds the database; the crawlers go through it, as they would through a hosted one.
describeCrowd('the embedded database', { sites, kills: 5 }, async (dataDir) => {
  const store = await openStore({ dataDir, access: 'own' });
  return { store, settings: {}, close: () => store.close() };
});
