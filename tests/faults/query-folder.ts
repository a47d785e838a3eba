import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { EXTENSIONS } from '../../src/store/embedded/database-snapshot.ts';

/** Runs SQL as the database owner in a data folder that no program uses. */
export async function queryFolder<Row>(dataDir: string, sql: string, params: unknown[] = []): Promise<Row[]> {
  const database = await PGlite.create(`file://${join(dataDir, 'database')}`, { extensions: EXTENSIONS });
  try {
    return (await database.query<Row>(sql, params)).rows;
  } finally {
    await database.close();
  }
}
