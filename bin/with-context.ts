import { type Context, type ContextOptions, createContext } from '../src/runtime/context.ts';
import type { Env } from '../src/runtime/env.ts';

/** Runs `work` with the services of a program, and closes them afterwards. */
export async function withContext<Result>(
  env: Env,
  options: ContextOptions,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const context = await createContext(env, options);
  return await work(context).finally(() => context.close());
}
