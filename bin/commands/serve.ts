import { once } from 'node:events';
import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { readServiceSettings } from '../../functions/service-settings.ts';
import { startService } from '../../functions/start-service.ts';
import { startDailyCopies } from '../../src/jobs/backup/daily-copies.ts';
import type { Context } from '../../src/runtime/context.ts';
import { isLoopback } from '../../src/runtime/env.ts';
import type { Host } from '../host.ts';
import { withContext } from '../with-context.ts';

export function serveCommand(host: Host) {
  return new Command('serve').description('Serve pages, API and MCP until stopped.').action(async () => {
    const env = host.env();
    const settings = await readServiceSettings(env);
    // Share the data folder, because a running crawl may have opened it first.
    await withContext(env, { access: 'share' }, async (context) => {
      const service = await startService(context, settings, { reservedNames: env.SANDBOX_ORIGIN !== undefined });
      const copies = keepCopies(context);
      process.stdout.write(`${env.SERVICE_NAME} is at ${env.BASE_URL}\n`);
      await once(host.stopSignal(), 'abort');
      await Promise.all([service.stop(), copies?.stop()]);
    });
  });
}

/**
 * Starts daily copies of a public embedded directory, because a power failure may damage it. A hosted database has
 * its own backups.
 */
function keepCopies({ env, store, now, log }: Context) {
  if (env.SUPABASE_URL !== undefined || isLoopback(env.BASE_URL)) return null;
  const folder = join(env.DATA_DIR, 'copies');
  process.stdout.write(
    'warning: the embedded database does not flush its writes to disk, so a power failure may lose the last seconds or the whole folder. ' +
      `A verified copy is written to ${folder} every day; \`npx directory restore <copy>\` in an empty DATA_DIR restores a copy.\n`,
  );
  return startDailyCopies({ store, folder, now, log });
}
