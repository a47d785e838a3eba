import { decide } from '../src/jobs/moderation/decide.ts';
import { tellCase, tellDecided, tellLog, tellRulings } from '../src/jobs/moderation/format-case.ts';
import { parseEnv } from '../src/runtime/env.ts';
import { createLog } from '../src/runtime/log.ts';
import { openStoreOf } from '../src/runtime/open-configured-store.ts';
import type { Store } from '../src/store/store.ts';
import { ADMIN_USAGE, type AdminCommand, parseAdminArguments } from './admin-arguments.ts';
import { runProgram, UsageError } from './run-program.ts';

const PAGE = 1_000;
const LOG_LINES = 100;

async function run(command: AdminCommand, store: Store): Promise<string> {
  switch (command.kind) {
    case 'decide': {
      const { domain, decided, note, by } = command;
      const done = await decide(store, domain, decided, { note, by });
      const { action, ruling, tier, authority } = done.decision;
      createLog(Date.now).info('moderated', { domain, action, ruling, tier, authority, note, operator: by });
      return tellDecided(done);
    }
    case 'show': {
      const known = await store.getCase(command.domain);
      if (known === null) throw new Error(`${command.domain} is not in the directory`);
      return command.json ? `${JSON.stringify(known)}\n` : tellCase(known);
    }
    case 'list': {
      const rulings = [];
      for (let page = await store.listRulings(null, PAGE); page.length > 0; ) {
        rulings.push(...page);
        page = await store.listRulings(page.at(-1)?.domain ?? null, PAGE);
      }
      return command.json ? `${JSON.stringify(rulings)}\n` : tellRulings(rulings);
    }
    case 'log': {
      const lines = await store.listModeration(LOG_LINES);
      return command.json ? `${JSON.stringify(lines)}\n` : tellLog(lines);
    }
  }
}

async function main(): Promise<undefined> {
  const env = parseEnv(process.env);
  const parsed = parseAdminArguments(process.argv.slice(2), {
    form: 'name-or-url',
    reserved: env.SANDBOX_ORIGIN !== undefined,
  });
  if (!parsed.ok) throw new UsageError(parsed.detail);
  const store = await openStoreOf(env);
  try {
    process.stdout.write(await run(parsed.value, store));
  } finally {
    await store.close();
  }
}

await runProgram('admin', main, ADMIN_USAGE);
