import { userInfo } from 'node:os';
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { decide } from '../../src/jobs/moderation/decide.ts';
import { formatDecision } from '../../src/jobs/moderation/format-case.ts';
import type { OperatorAction } from '../../src/jobs/moderation/moderate.ts';
import { createLog } from '../../src/runtime/log.ts';
import type { Host } from '../host.ts';
import { parseCount, parseListedDomain } from '../parse-arguments.ts';
import { withStore } from '../with-store.ts';

const MAX_NOTE_CHARACTERS = 500;

type PlainAction = Exclude<OperatorAction['action'], 'reject'>;

export function decisionCommand(host: Host, action: PlainAction, description: string) {
  return decidingCommand(action, description).action((domain, { note, by }) =>
    runDecision(host, domain, { action }, note, by),
  );
}

export function rejectCommand(host: Host) {
  return decidingCommand('reject', 'Reject a domain as spam or parked, but keep visiting it.')
    .addOption(new Option('--as <reason>', 'why').choices(['spam', 'parked'] as const).makeOptionMandatory())
    .action((domain, { as, note, by }) => runDecision(host, domain, { action: 'reject', as }, note, by));
}

export function removeCommand(host: Host) {
  return decidingCommand(
    'remove',
    'Remove an entry with all its data. Anyone can register it again. To prevent this, block the domain.',
  ).action(async (typed, { note, by }) => {
    const domain = parseListedDomain(typed);
    const operator = toName(by);
    const result = await withStore(host, (store) => store.removeDomain({ domain, note: note || null, operator }));
    if (result === 'unknown') throw new Error(`${domain} is not in the directory`);
    if (result === 'ruled') throw new Error(`${domain} has a decision: unblock it first`);
    createLog(Date.now).info('removed', { domain, note, operator });
    process.stdout.write(`${domain}: removed with its history, owner and key\n`);
  });
}

export function forgetCommand(host: Host) {
  return decidingCommand(
    'forget',
    'Delete the stored text of one version of a file, or of all versions. A decision only hides texts. The next visit reads the file again. To prevent this, block the domain first.',
  )
    .argument('[version]', 'number of a version; default: all versions', parseCount)
    .action(async (typed, number, { note, by }) => {
      const version = number ?? null;
      const domain = parseListedDomain(typed);
      const operator = toName(by);
      const what = version === null ? 'all versions' : `version ${version}`;
      const logged = note ? `${what}: ${note}` : what;
      const result = await withStore(host, (store) => store.forgetTexts({ domain, version, note: logged, operator }));
      if (result === 'unknown') throw new Error(`${domain} is not in the directory`);
      if (result === 'no-version') throw new Error(`${domain} has no ${what}`);
      createLog(Date.now).info('forgotten', { domain, version, note, operator });
      process.stdout.write(`${domain}: deleted the texts of ${what}\n`);
    });
}

/** Creates a command about a domain, with the options of every decision. */
function decidingCommand(name: string, description: string) {
  return new Command(name)
    .description(description)
    .argument('<domain>')
    .option('--note <text>', 'reason, kept in the log', parseNote)
    .option('--by <name>', 'person who decides; default: the user name');
}

function parseNote(text: string): string {
  if (text.trim().length > MAX_NOTE_CHARACTERS) {
    throw new InvalidArgumentError(`It must have at most ${MAX_NOTE_CHARACTERS} characters.`);
  }
  return text.trim();
}

function toName(by: string | undefined): string {
  return by?.trim() || userInfo().username;
}

async function runDecision(
  host: Host,
  typed: string,
  action: OperatorAction,
  note?: string,
  by?: string,
): Promise<void> {
  const domain = parseListedDomain(typed);
  const operator = toName(by);
  const decided = await withStore(host, (store) => decide(store, domain, action, { note: note || null, operator }));
  const { ruling, tier, authority } = decided.decision;
  createLog(Date.now).info('moderated', { domain, action: action.action, ruling, tier, authority, note, operator });
  process.stdout.write(formatDecision(decided));
}
