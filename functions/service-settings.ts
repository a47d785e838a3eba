import type { ServerSecrets } from '../src/ownership/server-secrets.ts';
import { type Env, requireTrustedProxy } from '../src/runtime/env.ts';
import { readServerSecrets } from '../src/runtime/read-server-secrets.ts';
import type { TrustedProxy } from '../src/runtime/trusted-proxy.ts';

/** What only a server needs of the settings. */
export interface ServiceSettings {
  readonly trustedProxy: TrustedProxy;
  readonly serverSecrets: ServerSecrets;
}

/** To be read before anything is opened or begun: throws an `EnvError` where a server must not start with these settings. */
export async function readServiceSettings(env: Env): Promise<ServiceSettings> {
  return { trustedProxy: requireTrustedProxy(env), serverSecrets: await readServerSecrets(env) };
}
