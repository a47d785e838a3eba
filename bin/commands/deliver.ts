import { Command } from '@commander-js/extra-typings';
import { deliverDue } from '../../src/alerts/deliver.ts';
import { openConfiguredMailer } from '../../src/alerts/open-configured-mailer.ts';
import { formatQuantity } from '../../src/directory/format-numbers.ts';
import { readServerSecrets } from '../../src/runtime/read-server-secrets.ts';
import type { Host } from '../host.ts';
import { withContext } from '../with-context.ts';

export function deliverCommand(host: Host) {
  return new Command('deliver').description('Send the due alerts, as a running server does.').action(async () => {
    const env = host.env();
    const serverSecrets = await readServerSecrets(env);
    await withContext(env, { access: 'share' }, async ({ store, net, crawlPolicy, log, now, random }) => {
      const mailer = openConfiguredMailer(env, serverSecrets, now);
      const { pacing } = crawlPolicy;
      const tried = await deliverDue({ store, net, pacing, mailer, serverSecrets, log, now, random }).finally(() =>
        mailer?.close(),
      );
      process.stdout.write(`${formatQuantity(tried, 'message')} tried\n`);
    });
  });
}
