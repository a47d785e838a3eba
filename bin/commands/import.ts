import { createReadStream } from 'node:fs';
import { Command } from '@commander-js/extra-typings';
import { formatQuantity } from '../../src/directory/format-numbers.ts';
import { importDomains } from '../../src/jobs/import/import-domains.ts';
import { readLines } from '../../src/jobs/read-lines.ts';
import type { Host } from '../host.ts';
import { EXIT } from '../run-command.ts';
import { withStore } from '../with-store.ts';

const MAX_SHOWN = 20;

export function importCommand(host: Host) {
  return new Command('import')
    .summary('Track the domains of a list.')
    .description('Track the domains of a list. The next crawl visits them.')
    .argument(
      '<file>',
      'one domain per line, rank,domain lines, or CSV or TSV with a column named domain; - for standard input',
    )
    .addHelpText('after', '\nExit code: 0 done, 1 failed or nothing to track, 2 wrong usage.')
    .action(async (file) => {
      const env = host.env();
      const names = { reserved: env.SANDBOX_ORIGIN !== undefined, ownHost: new URL(env.BASE_URL).hostname };
      const { added, known, bad } = await withStore(host, (store) => {
        const lines = readLines(file === '-' ? process.stdin : createReadStream(file));
        return importDomains(store, lines, names, ({ line, detail }, count) => {
          if (count <= MAX_SHOWN) process.stderr.write(`line ${line}: ${detail}\n`);
        });
      });
      if (bad > MAX_SHOWN)
        process.stderr.write(`and ${formatQuantity(bad - MAX_SHOWN, 'more line')} without a domain\n`);
      process.stdout.write(
        `${formatQuantity(added, 'domain')} added, ${known} known already, ${formatQuantity(bad, 'line')} refused\n`,
      );
      host.exitWith(added + known > 0 ? EXIT.done : EXIT.failed);
    });
}
