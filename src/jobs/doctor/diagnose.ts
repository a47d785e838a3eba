import { tryMailServer } from '../../alerts/mailer.ts';
import { toMessage } from '../../directory/to-message.ts';
import { createDnsResolver, type DnsResolver } from '../../fetch/dns-resolver.ts';
import { type Env, EnvError } from '../../runtime/env.ts';
import { hasDatabase, newestMigration } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { bytesFree, checkBudget, checkCopies, checkSchedule } from './check-operations.ts';
import { checkResolvers } from './check-resolvers.ts';
import { checkServer } from './check-server.ts';
import { checkSecrets, checkSettings } from './check-settings.ts';
import { checkStore, explainClosed } from './check-store.ts';
import { type Finding, fault, good } from './finding.ts';

/** Dependencies of the checks. Tests break one at a time. */
export interface DoctorTools {
  readonly readEnv: () => Env;
  readonly openStore: (env: Env) => Promise<Store>;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly openResolver?: (server: string) => DnsResolver;
  readonly bytesFree?: (folder: string) => Promise<number>;
}

/** Checks a running setup: settings, database, public URL, resolvers and regular jobs. Changes nothing. */
export async function diagnose(tools: DoctorTools): Promise<readonly Finding[]> {
  const env = readSettings(tools);
  if ('remedy' in env) return [env];
  const { fetch, now } = tools;
  const inside = [...checkSettings(env), ...(await checkSecrets(env)), ...(await diagnoseStore(env, tools))];
  const outside = await checkServer({ baseUrl: env.BASE_URL, fetch, now });
  const resolvers = await checkResolvers(env, tools.openResolver ?? ((server) => createDnsResolver([server], now)));
  return [...inside, ...outside, await checkMail(env), resolvers, ...(await checkCopies(env, now()))];
}

function readSettings({ readEnv }: DoctorTools): Env | Finding {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return fault('settings', error.message, 'Correct this setting in .env: .env.example explains it.');
  }
}

/** Checks the store, the schedule and the remaining space. */
async function diagnoseStore(env: Env, { openStore, now, ...tools }: DoctorTools): Promise<Finding[]> {
  const { SUPABASE_URL, DATA_DIR } = env;
  // Opening the store would create a database.
  if (SUPABASE_URL === undefined && !hasDatabase(DATA_DIR)) {
    const remedy = 'Set DATA_DIR to the folder of the server. A new server creates the database when it starts.';
    return [fault('database', `${DATA_DIR} contains no database`, remedy)];
  }
  let store: Store;
  try {
    store = await openStore(env);
  } catch (error) {
    return [explainClosed(error, env)];
  }
  try {
    const { findings, stats } = await checkStore(store, {
      newest: newestMigration(),
      isEmbedded: SUPABASE_URL === undefined,
    });
    if (stats === null || findings.some(({ remedy }) => remedy !== null)) return findings;
    const budget = await checkBudget(env, stats.domains_tracked, tools.bytesFree ?? bytesFree);
    return [...findings, await checkSchedule(store, stats, now()), budget];
  } finally {
    await store.close();
  }
}

async function checkMail({ SMTP_URL }: Env): Promise<Finding> {
  if (SMTP_URL === undefined) return good('mail', 'is not sent: SMTP_URL is not set');
  try {
    await tryMailServer(SMTP_URL);
    return good('mail', 'the mail server accepts the user and its password');
  } catch (error) {
    const reason = toMessage(error);
    return fault(
      'mail',
      `the mail server refuses: ${reason}`,
      'Correct SMTP_URL: user, password, host and port; it must offer TLS.',
    );
  }
}
