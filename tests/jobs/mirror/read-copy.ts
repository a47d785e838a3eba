import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { COPY_FILE } from '../../../src/jobs/mirror/copy-store.ts';

/** Reads the records of a copy, by domain. */
export function readCopy(folder: string) {
  const database = new DatabaseSync(join(folder, COPY_FILE), { readOnly: true });
  const rows = database.prepare('select record from domains order by domain').all();
  database.close();
  return rows.map(({ record }) => JSON.parse(String(record)));
}
