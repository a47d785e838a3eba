import { StoreError } from '../src/store/store.ts';
import { deliverDue } from './alerts/deliver.ts';
import { openMailerOf } from './alerts/open-mailer.ts';
import { createContext } from './context.ts';
import { EnvError, parseEnv } from './env.ts';

/** Sends the alerts that are due and ends: `npm run deliver`, for scheduled jobs. A running server does the same by itself. */
async function main(): Promise<void> {
  const env = parseEnv(process.env);
  const context = await createContext(env, { access: 'share' });
  const mailer = openMailerOf(context);
  try {
    const tried = await deliverDue({ ...context, mailer });
    process.stdout.write(`${tried} messages tried\n`);
  } finally {
    mailer?.close();
    await context.close();
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const isTheirs = error instanceof EnvError || error instanceof StoreError;
  if (!isTheirs) throw error;
  process.stderr.write(`deliver: ${error.message}\n`);
  process.exit(error instanceof EnvError ? 2 : 1);
}
