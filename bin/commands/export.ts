import { Command } from '@commander-js/extra-typings';
import { writeCopy } from '../../src/jobs/backup/write-copy.ts';
import { openConfiguredStore } from '../../src/runtime/open-configured-store.ts';
import { startStage } from '../../src/runtime/progress.ts';
import type { Host } from '../host.ts';

/** Writes a copy of the whole directory. */
export function exportCommand(host: Host) {
  return new Command('export')
    .summary('Write a copy of the whole directory.')
    .description('Write a copy of the whole directory: gzip over NDJSON. It contains secrets and must be kept as one.')
    .argument('<file>', 'file to write')
    .action(async (file) => {
      const store = await openConfiguredStore(host.env());
      const stage = startStage('export', process.stderr, Date.now);
      try {
        const onProgress = (rows: number) => stage.update(rows, rows);
        const { rows, counts, sha256 } = await writeCopy(file, { store, now: Date.now, onProgress });
        stage.end(`${rows} rows, ${counts['domains'] ?? 0} domains`);
        process.stdout.write(`${JSON.stringify({ file, rows, counts, sha256 })}\n`);
      } finally {
        await store.close();
      }
    });
}
