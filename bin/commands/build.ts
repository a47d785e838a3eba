import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { createLog } from '../../src/runtime/log.ts';
import { openConfiguredStore } from '../../src/runtime/open-configured-store.ts';
import { startStage } from '../../src/runtime/progress.ts';
import { withBuildLock } from '../../src/site/build/build-lock.ts';
import { buildSite } from '../../src/site/build/build-site.ts';
import type { Host } from '../host.ts';
import { EXIT } from '../run-command.ts';

/** Builds what has changed since the last build. */
export function buildCommand(host: Host) {
  return new Command('build')
    .description('Write the static site for what changed since the last build.')
    .action(async () => {
      const env = host.env();
      const { BASE_URL: baseUrl, SERVICE_NAME: serviceName, DATA_DIR } = env;
      const store = await openConfiguredStore(env);
      const signal = host.stopSignal();
      const now = Date.now;
      const stage = startStage('build', process.stderr, now);
      const outDir = join(DATA_DIR, 'site');
      const onProgress = (_: unknown, done: number, total: number) => stage.update(done, total);
      try {
        const report = await withBuildLock(outDir, () =>
          buildSite({ store, baseUrl, serviceName, outDir, now, onProgress, signal }),
        );
        const { rendered, removed, files, indexed, failed } = report;
        stage.end(
          `${rendered} domains rendered, ${removed} removed; ${files.written} files written, ${files.unchanged} unchanged; ${indexed ?? 'no'} indexed`,
        );
        const log = createLog(now);
        for (const { domain, reason } of failed) log.error('page.failed', { domain, reason });
        host.exitWith(failed.length > 0 ? EXIT.failed : EXIT.done);
      } finally {
        await store.close();
      }
    });
}
