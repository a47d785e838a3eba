import { Command } from '@commander-js/extra-typings';
import { formatQuantity } from '../../src/directory/format-numbers.ts';
import { restoreCopy } from '../../src/jobs/backup/restore-copy.ts';
import { assignTopics } from '../../src/jobs/topics/assign-topics.ts';
import { startStage } from '../../src/runtime/progress.ts';
import type { Host } from '../host.ts';
import { withStore } from '../with-store.ts';

export function restoreCommand(host: Host) {
  return new Command('restore')
    .summary('Restore a copy into an empty directory.')
    .description(
      'Verify a copy of export, and restore it into an empty directory. A copy of changes needs its full copy in the same folder. After an interruption, run the same command again to continue.',
    )
    .argument('<file>', 'copy to restore')
    .option('--keep-keys', 'keep owner keys valid; use only if nothing was written to the directory after the copy')
    .action(async (file, { keepKeys = false }) => {
      await withStore(host, async (store) => {
        const stage = startStage('restore', process.stderr, Date.now);
        const { rows, counts, sha256 } = await restoreCopy(file, { store, keepKeys, onProgress: stage.update });
        stage.end(`${formatQuantity(rows, 'row')}, ${formatQuantity(counts['domains'] ?? 0, 'domain')}`);
        await store.indexTexts();
        await assignTopics(store);
        process.stdout.write(`${JSON.stringify({ file, rows, counts, sha256 })}\n`);
      });
      if (!keepKeys) process.stderr.write('all owner keys are suspended. Owners must verify again to get new keys\n');
    });
}
