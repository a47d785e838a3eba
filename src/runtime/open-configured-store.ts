import { type OpenStoreOptions, openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { Env } from './env.ts';
import { requireDataDir } from './require-data-dir.ts';

/**
 * The store that the settings name. `share`: the command may run beside a server on the same data folder, and then goes through it;
 * `own`: it holds the data folder alone.
 */
export async function openConfiguredStore(env: Env, access: OpenStoreOptions['access'] = 'share'): Promise<Store> {
  await requireDataDir(env);
  const { DATA_DIR: dataDir, SUPABASE_URL: supabaseUrl, SUPABASE_SECRET_KEY: secretKey } = env;
  return await openStore({ dataDir, access, ...(supabaseUrl && secretKey && { supabaseUrl, secretKey }) });
}
