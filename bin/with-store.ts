import { openConfiguredStore } from '../src/runtime/open-configured-store.ts';
import type { Store } from '../src/store/store.ts';
import type { Host } from './host.ts';

/** Runs `work` with the store of the settings, and closes the store afterwards. */
export async function withStore<Result>(host: Host, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openConfiguredStore(host.env());
  return await work(store).finally(() => store.close());
}
