import { once } from 'node:events';
import { Command } from '@commander-js/extra-typings';
import { readServiceSettings } from '../../functions/service-settings.ts';
import { startService } from '../../functions/start-service.ts';
import { toService } from '../../src/runtime/build-setup.ts';
import { type DevSite, startDevSite } from '../../src/site/build/dev-site.ts';
import type { Host } from '../host.ts';
import { crawlOnce } from '../start/prepare.ts';
import { runLocally } from '../start/run-locally.ts';

export function devCommand(host: Host) {
  return new Command('dev')
    .summary('Work on the pages: like start, with live reload.')
    .description('Crawl the sample web on this machine, and serve its pages from their sources, with live reload.')
    .option('--fresh', 'delete earlier data')
    .option('--replay <folder>', 'use a folder of recorded responses instead of the sample')
    .action((options) =>
      runLocally(host, options, async (context, web, signal) => {
        await crawlOnce(context, web, signal);
        if (signal.aborted) return;
        const { env, store, now } = context;
        const starting = Promise.withResolvers<DevSite>();
        const openRenderer = async () => (await starting.promise).renderer;
        const settings = await readServiceSettings(env);
        const service = await startService(context, settings, { reservedNames: true, port: 0, openRenderer });
        const site = await startDevSite({
          host: env.HOST,
          port: env.PORT,
          serviceUrl: `http://${env.HOST}:${service.port}`,
          service: toService(env),
          store,
          now,
        });
        starting.resolve(site);
        process.stdout.write(`open     ${env.BASE_URL}   (Ctrl-C stops)\n`);
        if (!signal.aborted) await once(signal, 'abort');
        await site.stop();
        await service.stop();
      }),
    );
}
