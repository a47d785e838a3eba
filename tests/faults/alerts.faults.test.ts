import { openStore } from '../../src/store/open-store.ts';
import { describeAlerts } from './describe-alerts.ts';
import { queryFolder } from './query-folder.ts';

const alerts = Number(process.env['FAULT_ALERTS'] ?? 1_000);

describeAlerts('the embedded database', { alerts, kills: 10 }, async (dataDir) => ({
  settings: {},
  async withStore(work) {
    const store = await openStore({ dataDir, access: 'own' });
    await work(store).finally(() => store.close());
  },
  query: (sql, params) => queryFolder(dataDir, sql, params),
  close: async () => {},
}));
