import { Command, Option } from '@commander-js/extra-typings';
import { formatRehearsal } from '../../src/jobs/rehearsal/format-rehearsal.ts';
import { type Rehearsal, rehearse } from '../../src/jobs/rehearsal/rehearse.ts';
import type { Host } from '../host.ts';
import { withStore } from '../with-store.ts';

const FORMATS = ['table', 'json'] as const;
const RENDER: Readonly<Record<(typeof FORMATS)[number], (rehearsal: Rehearsal) => string>> = {
  table: formatRehearsal,
  json: (rehearsal) => `${JSON.stringify(rehearsal, null, 2)}\n`,
};

export function rehearseCommand(host: Host) {
  return new Command('rehearse')
    .description('Judge every stored text with the current rules and scores, and show the changes. Writes nothing.')
    .addOption(new Option('--format <format>', 'table or JSON').choices(FORMATS).default('table'))
    .action(async ({ format }) => {
      process.stdout.write(RENDER[format](await withStore(host, rehearse)));
    });
}
