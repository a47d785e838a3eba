import { formatQuantity } from '../../directory/format-numbers.ts';
import type { Stats } from '../../directory/record.ts';
import { toMessage } from '../../directory/to-message.ts';
import type { Env } from '../../runtime/env.ts';
import type { Store } from '../../store/store.ts';
import { StoreError } from '../../store/store-error.ts';
import { type Finding, fault, good } from './finding.ts';

const EXPOSE = 'Expose the schema api in the dashboard: Data API → Exposed schemas.';
const MIGRATE = 'Run: npx --yes supabase@2.117.0 db push --db-url "$DATABASE_URL" --yes';

const RESTART = 'Restart the server, so that it runs the version of this program.';

/** Checks that the database accepts the key and has the schema of this program. `stats` is null if they are unreadable. */
export async function checkStore(
  store: Pick<Store, 'stats' | 'getSchemaVersion'>,
  { newest, isEmbedded }: { readonly newest: string; readonly isEmbedded: boolean },
): Promise<{ readonly findings: Finding[]; readonly stats: Stats | null }> {
  try {
    const stats = await store.stats();
    const version = await store.getSchemaVersion();
    const database = good('database', `answers, and tracks ${formatQuantity(stats.domains_tracked, 'domain')}`);
    if (version === newest) {
      return { findings: [database, good('schema', `matches this program (${newest})`)], stats };
    }
    const says = `has migration ${version ?? 'none'}, and this program has ${newest}`;
    const isNewer = version !== null && version > newest;
    const remedy = isNewer ? 'Update this program: git pull && npm ci' : isEmbedded ? RESTART : MIGRATE;
    return { findings: [database, fault('schema', says, remedy)], stats };
  } catch (error) {
    if (error instanceof StoreError) return { findings: [explain(error)], stats: null };
    throw error;
  }
}

function explain({ kind, message }: StoreError): Finding {
  if (message.includes('PGRST106')) return fault('schema', 'the Data API does not expose the schema api', EXPOSE);
  if (kind === 'not-found') return fault('schema', `is missing or older: ${message}`, MIGRATE);
  if (kind === 'unavailable') {
    return fault(
      'database',
      `does not answer: ${message}`,
      'Check SUPABASE_URL; wake a paused project in the dashboard.',
    );
  }
  return fault('database', `refuses: ${message}`, 'Set SUPABASE_SECRET_KEY to a secret key of this project.');
}

/** Returns the remedy for a store that does not open. */
export function explainClosed(error: unknown, { SUPABASE_URL, DATA_DIR }: Env): Finding {
  const reason = toMessage(error);
  const remedy =
    SUPABASE_URL === undefined
      ? `Give this user write access to ${DATA_DIR}, or restore a copy: npx directory restore <copy>`
      : 'Check SUPABASE_URL and SUPABASE_SECRET_KEY.';
  return fault('database', `cannot be opened: ${reason}`, remedy);
}
