import { Command } from '@commander-js/extra-typings';
import { decisionCommand, forgetCommand, rejectCommand, removeCommand } from '../admin/decision-commands.ts';
import { doctorCommand } from '../admin/doctor-command.ts';
import { makeSigningKeyCommand } from '../admin/make-signing-key-command.ts';
import { rehearseCommand } from '../admin/rehearse-command.ts';
import { listCommand, logCommand, showCommand, statsCommand } from '../admin/show-commands.ts';
import type { Host } from '../host.ts';

export function adminCommand(host: Host) {
  return new Command('admin')
    .summary("Make and show an operator's decisions, and find faults of the setup.")
    .description(
      "Make and show an operator's decisions about domains. Lists and searches change at once, pages with the next build.",
    )
    .addCommand(decisionCommand(host, 'block', 'Block a domain, and end its visits.'))
    .addCommand(decisionCommand(host, 'unblock', "Undo an operator's decision, and visit the domain now."))
    .addCommand(rejectCommand(host))
    .addCommand(decisionCommand(host, 'opt-out', 'Remove a site from lists at its request, and end its visits.'))
    .addCommand(
      decisionCommand(
        host,
        'transfer',
        "Delete the owner's key, channels and profile. The next person who proves control becomes the owner.",
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
