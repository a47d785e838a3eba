import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { requirePort } from '../../functions/require-port.ts';
import type { Context } from '../../src/runtime/context.ts';
import { isLocal } from '../../src/runtime/env.ts';
import { createLog } from '../../src/runtime/log.ts';
import { requireDataDir } from '../../src/runtime/require-data-dir.ts';
import { type LocalWeb, openLocalWeb } from '../../src/sandbox/local-web.ts';
import { createPastClock } from '../../src/sandbox/past-clock.ts';
import { removeDatabase } from '../../src/store/open-store.ts';
import type { Host } from '../host.ts';
import { UsageError } from '../run-command.ts';
import { withLocalWeb } from '../with-local-web.ts';

export interface LocalOptions {
  /** Removes the earlier crawl and build. */
  readonly fresh?: true | undefined;
  /** Folder of recorded responses to use in place of the sample web. */
  readonly replay?: string | undefined;
}

/** Runs `run` with a small web on this machine. `web` is null if the settings name a sandbox. */
export async function runLocally(
  host: Host,
  { fresh, replay }: LocalOptions,
  run: (context: Context, web: LocalWeb | null, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const env = host.env();
  if (!isLocal(env)) {
    throw new UsageError(
      'this serves a sample on this machine: BASE_URL and HOST must be loopback addresses; see serve',
    );
  }
  await requireDataDir(env);
  await requirePort(env);
  if (fresh) await startOver(env.DATA_DIR);
  const signal = host.stopSignal();

  // With a sandbox in the settings, serve the store without a crawl.
  const clock = createPastClock();
  const isServedAsIs = env.SANDBOX_ORIGIN !== undefined && replay === undefined;
  const web = isServedAsIs ? null : await openLocalWeb({ replay, dataDir: env.DATA_DIR, clock });
  // Print only problems, because the progress line shows the visits.
  const log = { ...createLog(Date.now), info: () => {} };
  await withLocalWeb(web, env, { access: 'own', log, now: clock.now }, async (context) => {
    if (web) process.stdout.write(`${env.SERVICE_NAME}: ${web.label}\n`);
    for (const { file, reason } of web?.skipped ?? []) process.stdout.write(`left out: ${file}: ${reason}\n`);
    await run(context, web, signal);
  });
}

/** Files that start creates in the data folder. Others are not removed. */
const CREATED = ['site', 'site-state', 'sandbox', 'crawled-web', 'server-secret', 'sample-site'];

/** Removes all crawled and built data. Throws `FolderInUseError` while a program holds the folder. */
async function startOver(dataDir: string): Promise<void> {
  await removeDatabase(dataDir);
  for (const name of CREATED) await rm(join(dataDir, name), { recursive: true, force: true });
}
