import { deliverDue } from '../src/alerts/deliver.ts';
import { openConfiguredMailer } from '../src/alerts/open-configured-mailer.ts';
import { createContext } from '../src/runtime/context.ts';
import { parseEnv } from '../src/runtime/env.ts';
import { runProgram } from './run-program.ts';

/** Sends the alerts that are due and ends: `npm run deliver`, for scheduled jobs. A running server does the same by itself. */
async function main(): Promise<undefined> {
  const env = parseEnv(process.env);
  const context = await createContext(env, { access: 'share' });
  const mailer = openConfiguredMailer(env, context.serverSecret);
  try {
    const tried = await deliverDue({ ...context, mailer });
    process.stdout.write(`${tried} messages tried\n`);
  } finally {
    mailer?.close();
    await context.close();
  }
}

await runProgram('deliver', main);
process.exit();
