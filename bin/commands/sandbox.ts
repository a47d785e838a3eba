import { once } from 'node:events';
import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { readReplay } from '../../src/sandbox/replay.ts';
import { readSampleWeb } from '../../src/sandbox/sample-web.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { Host } from '../host.ts';
import { parsePort } from '../parse-arguments.ts';

export function sandboxCommand(host: Host) {
  return new Command('sandbox')
    .summary('Serve the sample web alone.')
    .description(
      'Serve the sample web, or recorded responses, on this machine until stopped, and print the settings for programs that use it.',
    )
    .option('--replay <folder>', 'serve a folder of recorded responses instead of the sample')
    .option('--origin-port <n>', 'port of the web server; 0 for a free port', parsePort, 0)
    .option('--dns-port <n>', 'port of the DNS server; 0 for a free port', parsePort, 0)
    .action(async ({ replay, originPort, dnsPort }) => {
      const sites = replay === undefined ? await readSampleWeb() : await readReplay(replay);
      const { DATA_DIR: dataDir } = host.env();
      const sandbox = await startSandbox({ sites, dataDir, now: Date.now, originPort, dnsPort });
      process.stdout.write(
        `SANDBOX_ORIGIN=${sandbox.origin}\nSANDBOX_CA=${resolve(sandbox.caFile)}\nSANDBOX_DNS=${sandbox.dns}\n`,
      );
      await once(host.stopSignal(), 'abort');
      await sandbox.close();
    });
}
