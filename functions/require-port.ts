import { once } from 'node:events';
import { createServer } from 'node:net';
import { findCode } from '../src/directory/find-code.ts';
import { type Env, EnvError } from '../src/runtime/env.ts';

/** Rejects with an `EnvError` if no server can listen at the address. Call this before long work. */
export async function requirePort({ HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(PORT, HOST), 'listening');
  } catch (error) {
    throw toEnvError(error, HOST, PORT);
  }
  server.close();
  await once(server, 'close');
}

/** Names the setting that prevents the port from opening. */
export function toEnvError(error: unknown, host: string, port: number): unknown {
  const code = findCode(error);
  if (code === 'EADDRINUSE') return new EnvError(`PORT: ${port} is in use`, { cause: error });
  if (code === 'EACCES') return new EnvError(`PORT: ${port} may not be opened by this user`, { cause: error });
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code)) {
    return new EnvError(`HOST: ${host} is not an address of this machine`, { cause: error });
  }
  return error;
}
