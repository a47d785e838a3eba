import { Command } from '@commander-js/extra-typings';
import { deliverDue } from '../../src/alerts/deliver.ts';
import { openConfiguredMailer } from '../../src/alerts/open-configured-mailer.ts';
import { countOf } from '../../src/directory/format-numbers.ts';
import { createContext } from '../../src/runtime/context.ts';
import { readServerSecrets } from '../../src/runtime/read-server-secrets.ts';
import type { Host } from '../host.ts';

export function deliverCommand(host: Host) {
  return new Command('deliver').description('Send the due alerts, as a running server does.').action(async () => {
    const env = host.env();
    const serverSecrets = await readServerSecrets(env);
    const context = await createContext(env, { access: 'share' });
    const { store, net, crawlPolicy, log, now, random } = context;
    const { pacing } = crawlPolicy;
    const mailer = openConfiguredMailer(env, serverSecrets, now);
    try {
      const tried = await deliverDue({ store, net, pacing, mailer, serverSecrets, log, now, random });
      process.stdout.write(`${countOf(tried, 'message')} tried\n`);
    } finally {
      mailer?.close();
      await context.close();
    }
  });
}
