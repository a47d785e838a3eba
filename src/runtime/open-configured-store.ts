import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { Env } from './env.ts';

/** The store of the settings for a command that may run beside a server. */
export function openStoreOf(env: Env): Promise<Store> {
  return openStore({
    dataDir: env.DATA_DIR,
    access: 'share',
    ...(env.SUPABASE_URL && env.SUPABASE_SECRET_KEY
      ? { supabaseUrl: env.SUPABASE_URL, secretKey: env.SUPABASE_SECRET_KEY }
      : {}),
  });
}
