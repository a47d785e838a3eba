import { afterAll, beforeAll, beforeEach } from 'vitest';
import { T0 } from './sample-visit.ts';
import type { OpenTestStore, TestStore } from './test-store.ts';

/** Opens a store before the tests of a file or block, and closes it afterwards. */
export function useTestStore(open: OpenTestStore): TestStore {
  let opened: TestStore | null = null;
  const current = (): TestStore => {
    if (opened === null) throw new Error('the store opens before the first test');
    return opened;
  };
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  return {
    get store() {
      return current().store;
    },
    get publicStore() {
      return current().publicStore;
    },
    get clock() {
      return current().clock;
    },
    query: (sql, params) => current().query(sql, params),
    clear: () => current().clear(),
    remove: (domain) => current().remove(domain),
    close: () => current().close(),
  };
}

/** Opens a store, and empties it before each test. */
export function useEmptyStore(open: OpenTestStore): TestStore {
  const opened = useTestStore(open);
  beforeEach(async () => {
    opened.clock.now = T0;
    await opened.clear();
  });
  return opened;
}
