import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { EXTENSIONS, emptyDatabase } from './database-snapshot.ts';
import { maintainTables } from './maintain-tables.ts';
import { type Migration, migrate } from './migrations.ts';
import { openBridge, type RpcBridge } from './rpc-bridge.ts';

/** Keys of the embedded database. They guard nothing inside a process; the roles behind them are the real ones. */
export interface EmbeddedKeys {
  readonly secret: string;
  readonly publishable: string;
}

export interface EmbeddedDatabase {
  readonly bridge: RpcBridge;
  close(): Promise<void>;
}

// The default of 1 GB makes 100,000 domains a folder of 1.2 GB.
const POSTGRES_SETTINGS = ['max_wal_size=256MB'];

/**
 * PostgreSQL in this thread over `folder` (null: in memory). The caller holds the lock of the folder: two openers would destroy it.
 * Writes reach the operating system before a call answers (PGlite writes with synchronous file calls), so nothing acknowledged
 * is lost when the process is killed; it never asks the disk to flush, so a power failure may lose the last seconds.
 */
export async function openEmbedded(
  folder: string | null,
  migrations: readonly Migration[],
  keys: EmbeddedKeys,
): Promise<EmbeddedDatabase> {
  if (folder !== null && !existsSync(folder)) await create(folder, migrations);
  const db = await PGlite.create({
    extensions: EXTENSIONS,
    postgresqlconf: POSTGRES_SETTINGS,
    ...(folder === null
      ? { dataDir: 'memory://', loadDataDir: await emptyDatabase(migrations) }
      : { dataDir: `file://${folder}` }),
  });
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
        // The end of a run is when the directory has grown and nobody waits for the next answer of the crawl.
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

/** Makes the folder whole before it gets its name: a start that is killed half way leaves none. */
async function create(folder: string, migrations: readonly Migration[]): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const db = await PGlite.create({
    dataDir: `file://${unfinished}`,
    extensions: EXTENSIONS,
    loadDataDir: await emptyDatabase(migrations),
  });
  // A copy is a database of its own: what somebody has read of another one says nothing about it.
  await db.exec('update directory.instance set id = gen_random_uuid()');
  await db.close();
  renameSync(unfinished, folder);
}
