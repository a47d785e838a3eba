import { once } from 'node:events';
import { Command } from '@commander-js/extra-typings';
import { startService } from '../../functions/start-service.ts';
import { createContext } from '../../src/runtime/context.ts';
import { isLoopback } from '../../src/runtime/env.ts';
import { createLog } from '../../src/runtime/log.ts';
import { openLocalWeb } from '../../src/sandbox/local-web.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { Host } from '../host.ts';
import { UsageError } from '../run-command.ts';
import { prepare } from '../start/prepare.ts';
import { startOver } from '../start/start-over.ts';

/** Crawls a small web on this machine, builds, and serves. */
export function startCommand(host: Host) {
  return new Command('start')
    .description('Crawl the sample web on this machine, build its pages, and serve them until stopped.')
    .option('--fresh', 'forget what was crawled and built before')
    .option('--replay <folder>', 'take a folder of recorded responses as the web, instead of the sample')
    .action(async ({ fresh, replay }) => {
      const env = host.env();
      if (!isLoopback(env.BASE_URL)) {
        throw new UsageError('start serves a sample on this machine: BASE_URL must be a loopback address; see serve');
      }
      if (fresh) await startOver(env.DATA_DIR);
      const signal = host.stopSignal();

      // With a sandbox in the settings there is no web of ours to crawl: the store is served as it is.
      const web = env.SANDBOX_ORIGIN && replay === undefined ? null : await openLocalWeb(replay, env.DATA_DIR);
      const sandbox = web && (await startSandbox({ sites: web.source, dataDir: env.DATA_DIR, now: Date.now }));
      // Visits are on the progress line; only what goes wrong gets a line of its own.
      const log = { ...createLog(Date.now), info: () => {} };
      const context = await createContext(env, { access: 'own', log, ...(sandbox && { sandbox }) });
      try {
        if (web) process.stdout.write(`${env.SERVICE_NAME}: ${web.label}\n`);
        for (const { file, reason } of web?.skipped ?? []) process.stdout.write(`left out: ${file}: ${reason}\n`);
        await prepare(context, web, signal);
        if (signal.aborted) return;
        const service = await startService(context, { reservedNames: true });
        process.stdout.write(`open     ${env.BASE_URL}   (Ctrl-C stops)\n`);
        if (!signal.aborted) await once(signal, 'abort');
        await service.stop();
      } finally {
        await context.close();
        await sandbox?.close();
      }
    });
}
