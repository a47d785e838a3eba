import { Command } from '@commander-js/extra-typings';
import { decisionCommand, forgetCommand, rejectCommand, removeCommand } from '../admin/decision-commands.ts';
import { doctorCommand } from '../admin/doctor-command.ts';
import { makeSigningKeyCommand } from '../admin/make-signing-key-command.ts';
import { rehearseCommand } from '../admin/rehearse-command.ts';
import { listCommand, logCommand, showCommand, statsCommand } from '../admin/show-commands.ts';
import type { Host } from '../host.ts';

/** Operator's decisions about domains, with an audit log. */
export function adminCommand(host: Host) {
  return new Command('admin')
    .summary("Make and show an operator's decisions; look for faults of the set-up.")
    .description(
      "Make and show an operator's decisions about domains. Lists and searches follow at once, pages with the next build.",
    )
    .addCommand(decisionCommand(host, 'block', 'Keep a domain out, and end its visits.'))
    .addCommand(decisionCommand(host, 'unblock', 'Take back what an operator has decided, and visit the domain now.'))
    .addCommand(rejectCommand(host))
    .addCommand(decisionCommand(host, 'opt-out', 'The site asked not to be listed: keep it out, and end its visits.'))
    .addCommand(
      decisionCommand(
        host,
        'transfer',
        'Forget the owner: key, channels and profile. Whoever proves control next is the owner.',
      ),
    )
    .addCommand(removeCommand(host))
    .addCommand(forgetCommand(host))
    .addCommand(showCommand(host))
    .addCommand(listCommand(host))
    .addCommand(logCommand(host))
    .addCommand(statsCommand(host))
    .addCommand(rehearseCommand(host))
    .addCommand(doctorCommand(host))
    .addCommand(makeSigningKeyCommand());
}
