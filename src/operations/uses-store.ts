import type { Store } from '../store/store.ts';

/** Store with these methods only. */
export interface UsesStore<Method extends keyof Store> {
  readonly store: Pick<Store, Method>;
}
