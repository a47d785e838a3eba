import { statSync } from 'node:fs';
import { Command } from '@commander-js/extra-typings';
import { formatQuantity } from '../../src/directory/format-numbers.ts';
import { copyIfDue } from '../../src/jobs/backup/daily-copies.ts';
import { writeCopy } from '../../src/jobs/backup/write-copy.ts';
import { createLog } from '../../src/runtime/log.ts';
import { startStage } from '../../src/runtime/progress.ts';
import type { Host } from '../host.ts';
import { withStore } from '../with-store.ts';

export function exportCommand(host: Host) {
  return new Command('export')
    .summary('Write a copy of the whole directory.')
    .description(
      'Write a copy of the whole directory: gzip over NDJSON. In a folder, writes one copy per day: a full copy each week, and the changes on other days. Keeps three copies. A copy contains secrets, so store it like a secret.',
    )
    .argument(
      '<path>',
      "file to write, or a folder (an existing folder, or a path that ends with a slash) for today's copy",
    )
    .option('--since <copy>', 'write only the changes since this full copy, which must be in the same folder')
    .action(async (path, { since }) => {
      await withStore(host, async (store) => {
        const stage = startStage('export', process.stderr, Date.now);
        if (isFolder(path)) {
          const file = await copyIfDue({ store, folder: path, now: Date.now, log: createLog(Date.now) });
          stage.end(file ?? "today's copy already exists");
          process.stdout.write(`${JSON.stringify({ file })}\n`);
          return;
        }
        const onProgress = (rows: number) => stage.update(rows, rows);
        const { rows, counts, sha256 } = await writeCopy(path, { store, now: Date.now, base: since, onProgress });
        stage.end(`${formatQuantity(rows, 'row')}, ${formatQuantity(counts['domains'] ?? 0, 'domain')}`);
        process.stdout.write(`${JSON.stringify({ file: path, rows, counts, sha256 })}\n`);
      });
    });
}

/** Reports whether a path is a folder, or is written as one. */
function isFolder(path: string): boolean {
  return path.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
