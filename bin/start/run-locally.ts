import { type Context, createContext } from '../../src/runtime/context.ts';
import { isLocal } from '../../src/runtime/env.ts';
import { createLog } from '../../src/runtime/log.ts';
import { type LocalWeb, openLocalWeb } from '../../src/sandbox/local-web.ts';
import { createPastClock } from '../../src/sandbox/past-clock.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { Host } from '../host.ts';
import { UsageError } from '../run-command.ts';
import { startOver } from './start-over.ts';

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
  if (fresh) await startOver(env.DATA_DIR);
  const signal = host.stopSignal();

  // With a sandbox in the settings, serve the store without a crawl.
  const clock = createPastClock();
  const isServedAsIs = env.SANDBOX_ORIGIN !== undefined && replay === undefined;
  const web = isServedAsIs ? null : await openLocalWeb({ replay, dataDir: env.DATA_DIR, clock });
  const sandbox = web && (await startSandbox({ sites: web.source, dataDir: env.DATA_DIR, now: Date.now }));
  // Print only problems, because the progress line shows the visits.
  const log = { ...createLog(Date.now), info: () => {} };
  const context = await createContext(env, { access: 'own', log, now: clock.now, ...(sandbox && { sandbox }) });
  try {
    if (web) process.stdout.write(`${env.SERVICE_NAME}: ${web.label}\n`);
    for (const { file, reason } of web?.skipped ?? []) process.stdout.write(`left out: ${file}: ${reason}\n`);
    await run(context, web, signal);
  } finally {
    await context.close();
    await sandbox?.close();
  }
}
