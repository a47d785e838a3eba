import type { Store } from '../../src/store/store.ts';

/** Clock that a test sets. */
export interface TestClock {
  now: number;
}

type Query = <Row>(sql: string, params?: unknown[]) => Promise<Row[]>;

/** Store on an empty database, with SQL access for tests. */
export interface TestStore {
  readonly store: Store;
  /** The same database with the publishable key. */
  readonly publicStore: Store;
  readonly clock: TestClock;
  /** SQL as the owner of the database. */
  query: Query;
  /** Removes all domains, requests and decisions. */
  clear(): Promise<void>;
  /** Removes a domain by SQL, like an operator. */
  remove(domain: string): Promise<void>;
  close(): Promise<void>;
}

export type OpenTestStore = () => Promise<TestStore>;

/** List tables that a removal of domains does not clear. */
const CLEARED = [
  'domains',
  'changes',
  'runs',
  'texts',
  'word_list',
  'key_generations',
  'unsubscribed',
  'moderation_log',
  'registrations',
];

/** Test helpers that need SQL. */
export function throughSql(query: Query): Pick<TestStore, 'query' | 'clear' | 'remove'> {
  return {
    query,
    clear: async () => {
      for (const table of CLEARED) await query(`delete from directory.${table}`);
    },
    remove: async (domain) => {
      await query('delete from directory.domains where domain = $1', [domain]);
    },
  };
}
