import type { Context, ContextOptions } from '../src/runtime/context.ts';
import type { Env } from '../src/runtime/env.ts';
import type { LocalWeb } from '../src/sandbox/local-web.ts';
import { startSandbox } from '../src/sandbox/start-sandbox.ts';
import { withContext } from './with-context.ts';

/** Runs `work` with the services of a program. `web` replaces the internet, unless it is null. */
export async function withLocalWeb<Result>(
  web: LocalWeb | null,
  env: Env,
  options: ContextOptions,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  if (web === null) return await withContext(env, options, work);
  const sandbox = await startSandbox({ sites: web.source, dataDir: env.DATA_DIR, now: Date.now });
  return await withContext(env, { ...options, sandbox }, work).finally(() => sandbox.close());
}
