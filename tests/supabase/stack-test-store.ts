import { createStore } from '../../src/store/create-store.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { T0 } from '../store/sample-visit.ts';
import { type TestStore, throughSql } from '../store/test-store.ts';
import { type LocalStack, type LocalStackOptions, startLocalStack } from './local-stack.ts';

/** Opens the store over npm's PostgREST and PostgreSQL. */
export async function openStackTestStore(options: Partial<LocalStackOptions> = {}): Promise<TestStore> {
  return openTestStoreOn(await startLocalStack({ migrations: MIGRATIONS, ...options }));
}

/** Opens a store on a stack. Closing the store stops the stack. */
export async function openTestStoreOn(stack: Omit<LocalStack, 'databaseUrl' | 'settings'>): Promise<TestStore> {
  const owner = await stack.connect();
  const clock = { now: T0 };
  const open = (key: string) => createStore({ url: stack.url, key, now: () => clock.now });
  return {
    store: open(stack.secretKey),
    publicStore: open(stack.publishableKey),
    clock,
    ...throughSql(async (sql, params) => (await owner.query(sql, params)).rows),
    close: async () => {
      await owner.end();
      await stack.close();
    },
  };
}
