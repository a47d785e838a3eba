import { Command } from '@commander-js/extra-typings';
import { formatCase, formatLog, formatRulings } from '../../src/jobs/moderation/format-case.ts';
import { formatKeysLeft, formatRegistrants } from '../../src/jobs/moderation/format-registrants.ts';
import { secretId } from '../../src/ownership/server-secrets.ts';
import type { Env } from '../../src/runtime/env.ts';
import { readServerSecrets } from '../../src/runtime/read-server-secrets.ts';
import type { Ruling } from '../../src/store/moderation.ts';
import type { Store } from '../../src/store/store.ts';
import type { Host } from '../host.ts';
import { parseListedDomain } from '../parse-arguments.ts';
import { withStore } from '../with-store.ts';

const PAGE = 1_000;
const LOG_LINES = 100;
const NETWORKS = 30;
const JSON_OPTION = ['--json', 'as JSON'] as const;

export function showCommand(host: Host) {
  return new Command('show')
    .description('Show all data and decisions about a domain.')
    .argument('<domain>')
    .option(...JSON_OPTION)
    .action(async (typed, { json }) => {
      const domain = parseListedDomain(typed);
      const moderationCase = await withStore(host, (store) => store.getCase(domain));
      if (moderationCase === null) throw new Error(`${domain} is not in the directory`);
      process.stdout.write(json ? `${JSON.stringify(moderationCase)}\n` : formatCase(moderationCase));
    });
}

export function listCommand(host: Host) {
  return new Command('list')
    .description('Show the current decisions.')
    .option(...JSON_OPTION)
    .action(async ({ json }) => {
      const rulings = await withStore(host, readRulings);
      process.stdout.write(json ? `${JSON.stringify(rulings)}\n` : formatRulings(rulings));
    });
}

export function logCommand(host: Host) {
  return new Command('log')
    .description('Show the last decisions, newest first.')
    .option(...JSON_OPTION)
    .action(async ({ json }) => {
      const lines = await withStore(host, (store) => store.listModeration(LOG_LINES));
      process.stdout.write(json ? `${JSON.stringify(lines)}\n` : formatLog(lines));
    });
}

export function statsCommand(host: Host) {
  return new Command('stats')
    .description(
      'Count the current entries per network (networks as keyed hashes, without imports). During a replacement of SERVER_SECRET, also show the number of remaining owner keys.',
    )
    .option(...JSON_OPTION)
    .action(async ({ json }) => {
      const [registrants, keysLeft] = await withStore(
        host,
        async (store) => [await store.countRegistrants(NETWORKS), await countKeysLeft(host.env(), store)] as const,
      );
      const stats = { ...registrants, keys_left: keysLeft };
      process.stdout.write(
        json ? `${JSON.stringify(stats)}\n` : `${formatRegistrants(registrants)}${formatKeysLeft(keysLeft)}`,
      );
    });
}

/**
 * Counts the owner keys hashed with the previous secret, or null without one. Without a previous secret, no secret is
 * read or created.
 */
async function countKeysLeft(env: Env, store: Store): Promise<number | null> {
  if (env.SERVER_SECRET_PREVIOUS === undefined) return null;
  const [current] = await readServerSecrets(env);
  return await store.countOutdatedKeys(secretId(current));
}

async function readRulings(store: Store): Promise<readonly Ruling[]> {
  const rulings: Ruling[] = [];
  for (let page = await store.listRulings(null, PAGE); page.length > 0; ) {
    rulings.push(...page);
    page = await store.listRulings(page.at(-1)?.domain ?? null, PAGE);
  }
  return rulings;
}
