import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { type DomainNameOptions, parseDomainName } from '../src/directory/domain-name.ts';
import type { OperatorAct } from '../src/jobs/moderation/moderate.ts';

export const ADMIN_USAGE = `usage: npm run admin -- <command> [--note <why>] [--by <who>] [--json]
  block <domain>                  keep out, and do not visit any more
  unblock <domain>                take back what an operator has decided, and visit now
  reject <domain> --as <reason>   keep out as spam or parked; visits go on
  opt-out <domain>                the site asked not to be here: keep out, and do not visit any more
  transfer <domain>               forget the owner: key, channels and profile; whoever proves control next is the owner
  show <domain>                   all that is known about an entry and what was decided about it
  list                            the decisions that stand
  log                             the last decisions, newest first
What changes is on the pages after the next npm run build. Exit code: 0 done, 1 failed, 2 wrong use.
`;

export type AdminCommand =
  | {
      readonly kind: 'decide';
      readonly domain: string;
      readonly decided: OperatorAct;
      readonly note: string | null;
      readonly by: string;
    }
  | { readonly kind: 'show'; readonly domain: string; readonly json: boolean }
  | { readonly kind: 'list' | 'log'; readonly json: boolean };

export type ParsedCommand =
  | { readonly ok: true; readonly value: AdminCommand }
  | { readonly ok: false; readonly detail: string };

const MAX_NOTE_CHARACTERS = 500;

/** What was typed after `npm run admin --`, or a line that says what is wrong with it. */
export function parseAdminArguments(argv: readonly string[], names: DomainNameOptions): ParsedCommand {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        note: { type: 'string' },
        by: { type: 'string' },
        as: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const [command = '', typed, ...more] = positionals;
    if (more.length > 0) throw new TypeError('one domain at a time');
    if (values.as !== undefined && command !== 'reject') throw new TypeError('--as belongs to reject');
    if (command === 'list' || command === 'log') {
      if (typed !== undefined) throw new TypeError(`${command} takes no domain`);
      return { ok: true, value: { kind: command, json: values.json } };
    }
    if (command === 'show')
      return { ok: true, value: { kind: 'show', domain: domainOf(typed, names), json: values.json } };
    const decided = actOf(command, values.as);
    const note = values.note?.trim() || null;
    if (note !== null && note.length > MAX_NOTE_CHARACTERS)
      throw new TypeError(`--note: at most ${MAX_NOTE_CHARACTERS} characters`);
    const by = values.by?.trim() || userInfo().username;
    return { ok: true, value: { kind: 'decide', domain: domainOf(typed, names), decided, note, by } };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { ok: false, detail: error.message.split('\n', 1)[0] ?? error.message };
  }
}

function actOf(command: string, as: string | undefined): OperatorAct {
  switch (command) {
    case 'block':
    case 'unblock':
    case 'opt-out':
    case 'transfer':
      return { action: command };
    case 'reject':
      if (as !== 'spam' && as !== 'parked') throw new TypeError('reject needs --as spam or --as parked');
      return { action: 'reject', as };
    default:
      throw new TypeError(command === '' ? 'which command?' : `there is no command ${command}`);
  }
}

function domainOf(typed: string | undefined, names: DomainNameOptions): string {
  if (typed === undefined) throw new TypeError('which domain?');
  const parsed = parseDomainName(typed, names);
  if (!parsed.ok) throw new TypeError(`${typed}: ${parsed.detail}`);
  return parsed.domain;
}
