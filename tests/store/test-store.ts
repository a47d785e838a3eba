import type { Store } from '../../src/store/store.ts';

/** Clock that a test sets. */
export interface TestClock {
  now: number;
}

type Query = <Row>(sql: string, params?: unknown[]) => Promise<Row[]>;

/** Store on an empty database, with SQL access for tests. */
export interface TestStore {
  readonly store: Store;
  /** Store with the publishable key, on the same database. */
  readonly publicStore: Store;
  readonly clock: TestClock;
  /** Runs SQL as the owner of the database. */
  query: Query;
  /** Empties every table. */
  clear(): Promise<void>;
  /** Removes a domain by SQL, like an operator. */
  remove(domain: string): Promise<void>;
  close(): Promise<void>;
}

export type OpenTestStore = () => Promise<TestStore>;

/** Statement that empties all tables. Domains come first, because their triggers write to other tables. */
const CLEAR = `do $$
declare
  t regclass;
begin
  delete from directory.domains;
  for t in
    select c.oid from pg_class c
    where c.relnamespace = 'directory'::regnamespace and c.relkind = 'r' and c.relname <> 'instance'
  loop
    execute format('delete from %s', t);
  end loop;
  insert into directory.rank_list default values;
  update directory.instance set first_generation = 0, served_url = null;
end $$`;

/** Creates test helpers that need SQL. */
export function throughSql(query: Query): Pick<TestStore, 'query' | 'clear' | 'remove'> {
  return {
    query,
    clear: async () => {
      await query(CLEAR);
    },
    remove: async (domain) => {
      await query('delete from directory.domains where domain = $1', [domain]);
    },
  };
}
