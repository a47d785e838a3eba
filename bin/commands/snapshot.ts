import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { writeSnapshot } from '../../src/jobs/snapshot/write-snapshot.ts';
import { startStage } from '../../src/runtime/progress.ts';
import type { Host } from '../host.ts';
import { withStore } from '../with-store.ts';

export function snapshotCommand(host: Host) {
  return new Command('snapshot')
    .summary("Write today's public directory as open data.")
    .description(
      "Write today's public directory as open data, once a day (UTC). Does not change an existing snapshot. Keeps the snapshots of 30 days, and the first of each month.",
    )
    .argument('[folder]', 'folder of all snapshots; default: data/ of the built site')
    .action(async (given) => {
      const env = host.env();
      const folder = given ?? join(env.DATA_DIR, 'site', 'data');
      const date = new Date().toISOString().slice(0, 10);
      await withStore(host, async (store) => {
        const stage = startStage('snapshot', process.stderr, Date.now);
        const onProgress = stage.update;
        const { written, expired } = await writeSnapshot({ store, folder, date, baseUrl: env.BASE_URL, onProgress });
        stage.end(`${date} ${written ? 'written' : 'exists already'}; ${expired.length} removed`);
        process.stdout.write(`${JSON.stringify({ folder: join(folder, date), written, expired })}\n`);
      });
    });
}
