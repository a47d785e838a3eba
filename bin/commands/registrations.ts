import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { MINUTE_MS } from '../../src/directory/duration.ts';
import { formatQuantity } from '../../src/directory/format-numbers.ts';
import { openBootstrap } from '../../src/jobs/registrations/bootstrap.ts';
import { lookUpRegistrations } from '../../src/jobs/registrations/look-up-registrations.ts';
import type { Host } from '../host.ts';
import { parseCount } from '../parse-arguments.ts';
import { withContext } from '../with-context.ts';

export function registrationsCommand(host: Host) {
  return new Command('registrations')
    .summary('Look up the registration dates of domains.')
    .description(
      'Look up the registration dates of valid sites at registries (RDAP): one query per name, at most one per second and registry.',
    )
    .option('--limit <n>', 'send at most n queries', parseCount, 2_000)
    .option('--minutes <n>', 'start no query after this time', parseCount, 30)
    .action(async ({ limit, minutes }) => {
      const stop = host.stopSignal();
      await withContext(host.env(), { access: 'share' }, async ({ env, store, net, crawlPolicy, log, now }) => {
        const { pacing } = crawlPolicy;
        const file = join(env.DATA_DIR, 'rdap-servers.json');
        const bootstrap = await openBootstrap({ net, pacing, signal: stop, now, file });
        const signal = AbortSignal.any([stop, AbortSignal.timeout(minutes * MINUTE_MS)]);
        const report = await lookUpRegistrations({ store, net, pacing, log, now, bootstrap, limit, signal });
        const { queries, found, unknowable, failing } = report;
        process.stdout.write(
          `${formatQuantity(queries, 'name')} looked up, ${formatQuantity(found, 'date')} found, ${formatQuantity(unknowable, 'name')} without a registry\n`,
        );
        if (failing.length > 0) process.stdout.write(`failing registries: ${failing.join(', ')}\n`);
      });
    });
}
