import { Command } from '@commander-js/extra-typings';
import { formatQuantity } from '../../src/directory/format-numbers.ts';
import { buildSetup } from '../../src/runtime/build-setup.ts';
import { createLog } from '../../src/runtime/log.ts';
import { startStage } from '../../src/runtime/progress.ts';
import { requireServedUrl } from '../../src/runtime/served-url.ts';
import { withBuildLock } from '../../src/site/build/build-lock.ts';
import { type BuildReport, buildSite } from '../../src/site/build/build-site.ts';
import type { Host } from '../host.ts';
import { EXIT } from '../run-command.ts';
import { withStore } from '../with-store.ts';

/** Exit code of a build with failed pages. The site keeps their old versions, and can be published. */
const SOME_FAILED = 4;

export function buildCommand(host: Host) {
  return new Command('build')
    .description('Write the changed pages of the static site.')
    .option('--new-base-url', 'build for the BASE_URL of the settings, even if the server last used another URL')
    .action(async ({ newBaseUrl }) => {
      const env = host.env();
      const signal = host.stopSignal();
      const now = Date.now;
      const stage = startStage('build', process.stderr, now);
      const setup = buildSetup(env);
      const onProgress = (_: unknown, done: number, total: number) => stage.update(done, total);
      const report = await withStore(host, async (store) => {
        if (!newBaseUrl) await requireServedUrl(store, env);
        return await withBuildLock(setup.outDir, () => buildSite({ store, ...setup, now, onProgress, signal }));
      });
      const { rendered, removed, files, indexed, failed, failedFiles } = report;
      stage.end(
        `${formatQuantity(rendered, 'domain')} rendered, ${removed} removed; ${formatQuantity(files.written, 'file')} written, ${files.unchanged} unchanged; search index ${indexed === null ? 'unchanged' : `of ${formatQuantity(indexed, 'site')} written`}`,
      );
      const log = createLog(now);
      for (const { domain, reason } of failed) log.error('page.failed', { domain, reason });
      for (const { path, reason } of failedFiles) log.error('file.failed', { path, reason });
      host.exitWith(toExitCode(report));
    });
}

/** Exits with 0 on success, 4 if some pages failed, 1 if the site cannot be published. */
export function toExitCode(report: Pick<BuildReport, 'failed' | 'failedFiles' | 'published'>): number {
  if (report.failed.length + report.failedFiles.length === 0) return EXIT.done;
  return report.published > 0 ? SOME_FAILED : EXIT.failed;
}
