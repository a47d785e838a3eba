import { startService } from '../functions/start-service.ts';
import { createContext } from '../src/runtime/context.ts';
import { parseEnv } from '../src/runtime/env.ts';
import { runProgram } from './run-program.ts';

/** Serves what the store holds: `npm run serve`. Nothing is seeded, and nothing crawled but what is registered meanwhile. */
async function main(): Promise<undefined> {
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

await runProgram('serve', main);
process.exit();
