import type { Store } from '../store/store.ts';

/** As much of the store as these methods. */
export interface UsesStore<Method extends keyof Store> {
  readonly store: Pick<Store, Method>;
}
