import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { StoreError } from '../store-error.ts';
import { EXTENSIONS, emptyDatabase } from './database-snapshot.ts';
import { maintainTables } from './maintain-tables.ts';
import { type Migration, migrate } from './migrations.ts';
import { openBridge, type RpcBridge } from './rpc-bridge.ts';

/** Keys of the embedded database. The keys do not protect a process from itself, but their roles apply. */
export interface EmbeddedKeys {
  readonly secret: string;
  readonly publishable: string;
}

export interface EmbeddedDatabase {
  readonly bridge: RpcBridge;
  close(): Promise<void>;
}

// Limit the log, because with the default of 1 GB, 100,000 domains need a folder of 1.2 GB.
const SETTINGS = { extensions: EXTENSIONS, postgresqlconf: ['max_wal_size=256MB'] };

/**
 * Opens PostgreSQL in this thread over `folder`, or in memory if it is null. The caller must hold the folder's lock,
 * because two openers would destroy the data. PGlite writes synchronously to the operating system, so a killed process
 * loses no acknowledged write. PGlite never flushes the disk, so a power failure may lose the last seconds. Throws a
 * `StoreError` with a remedy if the folder is damaged.
 */
export async function openEmbedded(
  folder: string | null,
  migrations: readonly Migration[],
  keys: EmbeddedKeys,
): Promise<EmbeddedDatabase> {
  const db =
    folder === null
      ? await PGlite.create({ ...SETTINGS, dataDir: 'memory://', loadDataDir: await emptyDatabase(migrations) })
      : await openFolder(folder, migrations);
  try {
    await migrate(db, migrations);
    const { bridge, asOwner } = await openBridge(
      db,
      new Map([
        [keys.secret, 'service_role'],
        [keys.publishable, 'anon'],
      ]),
    );
    await asOwner(() => maintainTables(db));
    return {
      bridge: async (request) => {
        const answer = await bridge(request);
        // Maintain tables at the end of a run, when the directory grew and no visit waits.
        if (request.path.endsWith('/settle_run')) await asOwner(() => maintainTables(db));
        return answer;
      },
      close: () => db.close(),
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Opens the database of a folder, and creates a missing folder. Throws a `StoreError` with a remedy. */
async function openFolder(folder: string, migrations: readonly Migration[]) {
  try {
    if (!existsSync(folder)) await create(folder, migrations);
    requireVersion(folder);
    return await PGlite.create({ ...SETTINGS, dataDir: `file://${folder}` });
  } catch (error) {
    const detail = error instanceof Error ? ` (${error.message})` : '';
    throw new StoreError(
      'broken',
      `the database in ${folder} is damaged or not accessible${detail}: check the rights of the folder, or move the folder away and restore a copy with npx directory restore <copy>`,
      { cause: error },
    );
  }
}

/** Throws if a folder with files lacks its version, because PGlite would write a new database over the files. */
function requireVersion(folder: string): void {
  const isNew = readdirSync(folder).length === 0;
  if (!isNew && !existsSync(join(folder, 'PG_VERSION'))) throw new Error('PG_VERSION is missing');
}

/** Creates the folder under a temporary name, so that a killed start leaves no partial folder. */
async function create(folder: string, migrations: readonly Migration[]): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const db = await PGlite.create({
    dataDir: `file://${unfinished}`,
    extensions: EXTENSIONS,
    loadDataDir: await emptyDatabase(migrations),
  });
  // Give a copied database another id, because cursors of the original do not apply to it.
  await db.exec('update directory.instance set id = gen_random_uuid()');
  await db.close();
  renameSync(unfinished, folder);
}
