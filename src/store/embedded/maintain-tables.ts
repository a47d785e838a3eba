import type { PGlite } from '@electric-sql/pglite';

// Below, a plan that knows nothing of the words is as good.
const FROM_ROWS = 13_000;
// A plan does not change for less.
const GROWN_BY = 1.2;

/**
 * Does what autovacuum does elsewhere and PGlite does not have: lets the planner look at the words again when the directory has grown.
 * About 5 s at 100,000 domains, in which nothing else is answered: hence only then.
 */
export async function refreshStatistics(db: PGlite): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.exec('set local role postgres');
    const { rows } = await tx.query<{ tracked: number; seen: number }>(
      `select t.tracked, c.reltuples as seen from directory.totals t, pg_catalog.pg_class c where c.oid = 'directory.domains'::regclass`,
    );
    const [size] = rows;
    if (size === undefined || size.tracked < FROM_ROWS || size.tracked < size.seen * GROWN_BY) return;
    await tx.exec('analyze directory.domains; analyze directory.crawl; analyze directory.position_counts');
  });
}
