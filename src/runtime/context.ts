import { randomBytes } from 'node:crypto';
import type { SandboxEndpoints } from '../fetch/target-resolver.ts';
import type { OpenStoreOptions } from '../store/open-store.ts';
import { createCrawlPolicy } from './crawl-policy.ts';
import { openRequestSigner } from './crawl-signing.ts';
import type { Env } from './env.ts';
import { createLog, type Log } from './log.ts';
import { openConfiguredStore } from './open-configured-store.ts';
import { findSandbox, openNet } from './open-net.ts';

/** Services of a program, created once at the start. Each part gets the services it uses. */
export type Context = Awaited<ReturnType<typeof createContext>>;

export interface ContextOptions {
  /**
   * Access to the store. `own`: this program locks the data folder. `share`: this program uses the program that locked the
   * folder, if one runs.
   */
  readonly access: OpenStoreOptions['access'];
  /** Sandbox that answers for names outside the internet. Default: the sandbox of the settings. */
  readonly sandbox?: SandboxEndpoints | null;
  readonly log?: Log;
  /** Clock. Default: the system's clock. */
  readonly now?: () => number;
}

export async function createContext(env: Env, options: ContextOptions) {
  const now = options.now ?? (() => Date.now());
  // Read these settings before opening the store, so that a wrong setting leaves nothing open.
  const sandbox = options.sandbox === undefined ? await findSandbox(env) : options.sandbox;
  const store = await openConfiguredStore(env, options.access, options.now);
  const net = openNet(env, sandbox, now);
  return {
    env,
    store,
    net,
    log: options.log ?? createLog(now),
    now,
    /** Random number in [0, 1), for jitter. Secrets use `node:crypto` directly. */
    random: () => randomBytes(4).readUInt32BE() / 2 ** 32,
    crawlPolicy: createCrawlPolicy(sandbox, now, openRequestSigner(env, now)),
    close: async () => {
      await net.close();
      await store.close();
    },
  };
}
