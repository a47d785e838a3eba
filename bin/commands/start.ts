import { once } from 'node:events';
import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { readServiceSettings } from '../../functions/service-settings.ts';
import { startService } from '../../functions/start-service.ts';
import { paths } from '../../src/directory/urls.ts';
import type { EditableSite } from '../../src/sandbox/editable-site.ts';
import type { Host } from '../host.ts';
import { prepare } from '../start/prepare.ts';
import { runLocally } from '../start/run-locally.ts';

/** Describes how to claim a sample site. */
function claimLine({ domain, folder }: EditableSite, baseUrl: string): string {
  const file = join(folder, 'llms.txt');
  return `claim    ${baseUrl}${paths.claim(domain)}   (edit ${file}; steps: ${baseUrl}${paths.doc('try')})\n`;
}

export function startCommand(host: Host) {
  return new Command('start')
    .description('Crawl the sample web on this machine, build its pages, and serve them until stopped.')
    .option('--fresh', 'delete earlier data and pages')
    .option('--replay <folder>', 'use a folder of recorded responses instead of the sample')
    .action((options) =>
      runLocally(host, options, async (context, web, signal) => {
        await prepare(context, web, signal);
        if (signal.aborted) return;
        const service = await startService(context, await readServiceSettings(context.env), { reservedNames: true });
        process.stdout.write(`open     ${context.env.BASE_URL}   (Ctrl-C stops)\n`);
        if (web?.editable) process.stdout.write(claimLine(web.editable, context.env.BASE_URL));
        if (!signal.aborted) await once(signal, 'abort');
        await service.stop();
      }),
    );
}
