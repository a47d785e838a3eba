import { once } from 'node:events';
import { Command } from '@commander-js/extra-typings';
import { readServiceSettings } from '../../functions/service-settings.ts';
import { startService } from '../../functions/start-service.ts';
import { createContext } from '../../src/runtime/context.ts';
import type { Host } from '../host.ts';

/** Serves what the store holds. Nothing is seeded, and nothing is crawled but what is registered meanwhile. */
export function serveCommand(host: Host) {
  return new Command('serve')
    .description('Serve pages, API and MCP over what the store holds, until stopped.')
    .action(async () => {
      const env = host.env();
      const settings = await readServiceSettings(env);
      const context = await createContext(env, { access: 'own' });
      try {
        const service = await startService(context, settings, {
          reservedNames: env.SANDBOX_ORIGIN !== undefined,
        });
        process.stdout.write(`${env.SERVICE_NAME} is at ${env.BASE_URL}\n`);
        await once(host.stopSignal(), 'abort');
        await service.stop();
      } finally {
        await context.close();
      }
    });
}
