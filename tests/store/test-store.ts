import type { Store } from '../../src/store/store.ts';

/** A clock that a test turns. */
export interface TestClock {
  now: number;
}

/** A store on an empty database, and the ways around it that tests need. */
export interface TestStore {
  readonly store: Store;
  /** The same database with the publishable key. */
  readonly publicStore: Store;
  readonly clock: TestClock;
  /** SQL as the owner of the database. */
  query<Row>(sql: string, params?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export type OpenTestStore = () => Promise<TestStore>;
