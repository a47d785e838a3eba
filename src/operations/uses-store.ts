import type { Store } from '../store/store.ts';

export interface UsesStore<Method extends keyof Store> {
  readonly store: Pick<Store, Method>;
}
