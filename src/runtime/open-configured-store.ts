import { type OpenStoreOptions, openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { Env } from './env.ts';
import { requireDataDir } from './require-data-dir.ts';

/**
 * Opens the store of the settings. `share`: the command may run while a server has the data folder locked, and then uses the
 * server. `own`: the command locks the data folder.
 */
export async function openConfiguredStore(
  env: Env,
  access: OpenStoreOptions['access'] = 'share',
  now?: () => number,
): Promise<Store> {
  await requireDataDir(env);
  const { DATA_DIR: dataDir, SUPABASE_URL: supabaseUrl, SUPABASE_SECRET_KEY: secretKey } = env;
  return await openStore({
    dataDir,
    access,
    ...(now && { now }),
    ...(supabaseUrl && secretKey && { supabaseUrl, secretKey }),
  });
}
