import { parseArgs } from 'node:util';
import { startService } from '../functions/start-service.ts';
import { createContext } from '../src/runtime/context.ts';
import { isLoopback, parseEnv } from '../src/runtime/env.ts';
import { createLog } from '../src/runtime/log.ts';
import { openWeb } from '../src/sandbox/local-web.ts';
import { startSandbox } from '../src/sandbox/start-sandbox.ts';
import { runProgram, UsageError } from './run-program.ts';
import { startOver } from './start/fresh.ts';
import { prepare } from './start/prepare.ts';

const USAGE = `usage: npm start -- [--fresh] [--replay <folder>]
  --fresh             forget what was crawled and built before
  --replay <folder>   take a folder of recorded answers as the web, instead of the sample
`;

/** Crawls a small web on this machine, builds, and serves until it is told to stop: `npm start`. */
async function main(): Promise<undefined> {
  const { fresh, replay } = parseArgs({ options: { fresh: { type: 'boolean' }, replay: { type: 'string' } } }).values;
  const env = parseEnv(process.env);
  if (!isLoopback(env.BASE_URL)) {
    throw new UsageError(
      'npm start serves a sample on this machine: BASE_URL must be a loopback address; see npm run serve',
    );
  }
  if (fresh) await startOver(env.DATA_DIR);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Error(signal)));

  // With a sandbox of somebody else's there is no web of ours to crawl: it is served as it is found.
  const web = env.SANDBOX_ORIGIN && replay === undefined ? null : await openWeb(replay, env.DATA_DIR);
  const sandbox = web && (await startSandbox({ sites: web.source, dataDir: env.DATA_DIR, now: Date.now }));
  const log = createLog(Date.now);
  const context = await createContext(env, {
    access: 'own',
    // Visits are on the progress line; what goes wrong still gets a line of its own.
    log: { ...log, info: () => {} },
    ...(sandbox && { sandbox }),
  });
  try {
    if (web) process.stdout.write(`${env.SERVICE_NAME}: ${web.label}\n`);
    for (const { file, reason } of web?.skipped ?? []) process.stdout.write(`left out: ${file}: ${reason}\n`);
    await prepare(context, web, stop.signal);
    if (stop.signal.aborted) return;
    const service = await startService(context, { reservedNames: true });
    process.stdout.write(`open     ${env.BASE_URL}   (Ctrl-C stops)\n`);
    await new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve(), { once: true }));
    await service.stop();
  } finally {
    await context.close();
    await sandbox?.close();
  }
}

await runProgram('start', main, USAGE);
process.exit();
