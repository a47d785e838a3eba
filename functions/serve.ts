import { StoreError } from '../src/store/store.ts';
import { startService } from './api/service.ts';
import { createContext } from './context.ts';
import { EnvError, parseEnv } from './env.ts';

/** Serves what the store holds: `npm run serve`. Nothing is seeded, and nothing crawled but what is registered meanwhile. */
async function main(): Promise<void> {
  const env = parseEnv(process.env);
  const context = await createContext(env, { access: 'own' });
  const service = await startService(context, { reservedNames: env.SANDBOX_ORIGIN !== undefined });
  process.stdout.write(`${env.SERVICE_NAME} is at ${env.BASE_URL}\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await service.stop();
  await context.close();
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const isTheirs = error instanceof EnvError || error instanceof StoreError || isAddressError(error);
  if (!isTheirs) throw error;
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(error instanceof EnvError ? 2 : 1);
}

/** The port is taken, or the address is not ours. */
function isAddressError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E(ADDRINUSE|ADDRNOTAVAIL|ACCES)$/.test(String(error.code));
}
