import { type Env, requireTrustedProxy } from '../src/runtime/env.ts';
import { readServerSecrets } from '../src/runtime/read-server-secrets.ts';

export type ServiceSettings = Awaited<ReturnType<typeof readServiceSettings>>;

/**
 * Reads the settings of a server before it opens or starts anything. Throws an `EnvError` if a server must not start
 * with these settings.
 */
export async function readServiceSettings(env: Env) {
  return { trustedProxy: requireTrustedProxy(env), serverSecrets: await readServerSecrets(env) };
}
