import { Command } from '@commander-js/extra-typings';
import { diagnose } from '../../src/jobs/doctor/diagnose.ts';
import { formatFindings } from '../../src/jobs/doctor/finding.ts';
import { openConfiguredStore } from '../../src/runtime/open-configured-store.ts';
import type { Host } from '../host.ts';
import { EXIT } from '../run-command.ts';

export function doctorCommand(host: Host) {
  return new Command('doctor')
    .description(
      'Check the running setup from outside (settings, secrets, schema, routes, headers, clock, mail, resolvers, schedule, budget), and print a fix for each fault.',
    )
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExit code: 0 no fault, 1 a fault, 2 wrong usage.')
    .action(async ({ json }) => {
      const tools = { readEnv: host.env, openStore: openConfiguredStore, fetch, now: Date.now };
      const findings = await diagnose(tools);
      process.stdout.write(json ? `${JSON.stringify(findings)}\n` : formatFindings(findings));
      host.exitWith(findings.some(({ remedy }) => remedy !== null) ? EXIT.failed : EXIT.done);
    });
}
