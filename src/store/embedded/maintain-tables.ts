import type { PGlite } from '@electric-sql/pglite';

// Below, a plan that knows nothing of the words is as good.
const ANALYZED_FROM_ROWS = 13_000;
// A plan does not change for less.
const GROWN_BY = 1.2;

/**
 * Does what autovacuum does elsewhere and PGlite does not have: empties the table that counters are added up from, and lets the planner
 * look at the words again when the directory has grown. The latter takes seconds at 100,000 domains, in which nothing else is
 * answered: hence only then. To be called as the owner of the tables.
 */
export async function maintainTables(db: PGlite): Promise<void> {
  await db.exec('vacuum directory.counter_changes');
  const { rows } = await db.query<{ tracked: number; analyzed: number }>(
    `select c.n as tracked, s.reltuples as analyzed from directory.current_counters c, pg_catalog.pg_class s
      where c.counter = 'tracked' and s.oid = 'directory.search_documents'::regclass`,
  );
  const [size] = rows;
  if (size === undefined || size.tracked < ANALYZED_FROM_ROWS || size.tracked < size.analyzed * GROWN_BY) return;
  await db.exec(
    'analyze directory.domains; analyze directory.search_documents; analyze directory.crawl; analyze directory.counters',
  );
}
