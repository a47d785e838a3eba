import type { Store } from '../../src/store/store.ts';

/** Directory that programs in other processes use. The test reads it while no program runs. */
export interface SharedDirectory {
  readonly settings: Readonly<Record<string, string>>;
  /** Opens the store for the duration of the work. */
  withStore(work: (store: Store) => Promise<unknown>): Promise<void>;
  /** Runs SQL as the database owner. */
  query<Row extends object>(sql: string, params?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}
