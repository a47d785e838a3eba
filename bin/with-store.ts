import { openConfiguredStore } from '../src/runtime/open-configured-store.ts';
import type { Store } from '../src/store/store.ts';
import type { Host } from './host.ts';

/** Does `work` with the store that the settings name, and closes it whatever comes of it. */
export async function withStore<Result>(host: Host, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openConfiguredStore(host.env());
  return await work(store).finally(() => store.close());
}
