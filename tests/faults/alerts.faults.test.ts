import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { EXTENSIONS } from '../../src/store/embedded/database-snapshot.ts';
import { openStore } from '../../src/store/open-store.ts';
import { describeAlerts } from './describe-alerts.ts';

const alerts = Number(process.env['FAULT_ALERTS'] ?? 500);

for (const faults of [
  { receivers: 'owners', alerts, kills: 6 },
  { receivers: 'watches', alerts: 2 * alerts, kills: 10 },
] as const) {
  describeAlerts('the embedded database', faults, async (dataDir) => ({
    settings: {},
    async withStore(work) {
      const store = await openStore({ dataDir, access: 'own' });
      await work(store);
      await store.close();
    },
    async query<Row>(sql: string, params: unknown[] = []) {
      const database = await PGlite.create(`file://${join(dataDir, 'database')}`, { extensions: EXTENSIONS });
      try {
        return (await database.query<Row>(sql, params)).rows;
      } finally {
        await database.close();
      }
    },
    close: async () => {},
  }));
}
