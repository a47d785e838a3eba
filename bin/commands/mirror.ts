import { setTimeout as wait } from 'node:timers/promises';
import { Command } from '@commander-js/extra-typings';
import { formatQuantity } from '../../src/directory/format-numbers.ts';
import { openCopyStore } from '../../src/jobs/mirror/copy-store.ts';
import { mirror } from '../../src/jobs/mirror/mirror.ts';
import { MirrorError } from '../../src/jobs/mirror/mirror-error.ts';
import { makeFolder } from '../../src/runtime/make-folder.ts';
import { startStage } from '../../src/runtime/progress.ts';
import type { Host } from '../host.ts';
import { UsageError } from '../run-command.ts';

export function mirrorCommand(host: Host) {
  return new Command('mirror')
    .summary('Make or update a local copy of a directory.')
    .description(
      'Make or update a local copy of a directory. The copy is an SQLite file with one JSON record per domain in the table domains. You can interrupt the command at any time. The next run continues.',
    )
    .argument('<base_url>', 'URL of the directory')
    .argument('<folder>', 'where the copy is')
    .option('--every <seconds>', 'repeat with this pause until stopped, also after a failure of the directory')
    .action(async (base, folder, { every }) => {
      const baseUrl = parseBaseUrl(base);
      const pauseMs = every === undefined ? null : 1_000 * parseSeconds(every);
      const signal = host.stopSignal();
      await makeFolder(folder);
      const copy = openCopyStore(folder);
      try {
        do {
          const stage = startStage('mirror', process.stderr, Date.now);
          try {
            const applied = await mirror({ copy, baseUrl, folder, signal, onProgress: (n) => stage.update(n, n) });
            stage.end(`${formatQuantity(applied, 'change')}, ${formatQuantity(copy.count(), 'domain')}`);
          } catch (caught) {
            const error = signal.aborted ? new MirrorError('stopped. The next run continues') : caught;
            // With --every, a directory that is away does not end the command.
            if (pauseMs === null || !(error instanceof MirrorError)) throw error;
            stage.end(signal.aborted ? error.message : `${error.message}; next try in ${every} s`);
          }
          if (pauseMs !== null) await wait(pauseMs, undefined, { signal }).catch(() => {});
        } while (pauseMs !== null && !signal.aborted);
      } finally {
        copy.close();
      }
    });
}

function parseBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '') {
    throw new UsageError('<base_url> must be an http(s) URL without user name, query and fragment');
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}

function parseSeconds(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError('--every must be a whole number of seconds');
  return Number(text);
}
