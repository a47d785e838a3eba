import type { PGlite } from '@electric-sql/pglite';

// Fewest sites for which statistics improve plans.
const ANALYZED_FROM_ROWS = 13_000;
// Smallest growth that changes a plan.
const GROWN_BY = 1.2;

/**
 * Replaces autovacuum, which PGlite lacks. Empties the counter table, and updates statistics if the directory grew.
 * Statistics take seconds at 100,000 domains and block other calls, so they are updated rarely. Call this function as
 * the owner of the tables.
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
