import type { Store } from '../../src/store/store.ts';

/** A clock that a test turns. */
export interface TestClock {
  now: number;
}

type Query = <Row>(sql: string, params?: unknown[]) => Promise<Row[]>;

/** A store on an empty database, and the ways around it that tests need. */
export interface TestStore {
  readonly store: Store;
  /** The same database with the publishable key. */
  readonly publicStore: Store;
  readonly clock: TestClock;
  /** SQL as the owner of the database. */
  query: Query;
  /** Forgets everything that was tracked, asked and decided. */
  clear(): Promise<void>;
  /** Removes a domain, as an operator would in the database. */
  remove(domain: string): Promise<void>;
  close(): Promise<void>;
}

export type OpenTestStore = () => Promise<TestStore>;

/** What does not go with the domains is named beside them. */
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

/** The ways around the store that need SQL. */
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
