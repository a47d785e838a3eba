import { PGlite } from '@electric-sql/pglite';
import type { Call } from '../../src/store/client.ts';
import { EXTENSIONS, emptyDatabase } from '../../src/store/embedded/database-snapshot.ts';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { startLocalStack } from '../supabase/local-stack.ts';
import { readIntoMemory } from './read-into-memory.ts';

export type Query = (sql: string, params?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

/** Database without a Data API. */
export interface BenchDatabase {
  readonly engine: 'PostgreSQL' | 'PGlite';
  readonly query: Query;
  /** Operation with the arguments of the store. */
  readonly call: Call;
  close(): Promise<void>;
}

export interface BenchDatabaseOptions {
  readonly postgres: boolean;
  /** Data folder of PostgreSQL. It stays after the benchmark. */
  readonly folder: string | undefined;
  /** Fills an empty database. */
  fill(query: Query): Promise<void>;
}

export async function openBenchDatabase({ postgres, folder, fill }: BenchDatabaseOptions): Promise<BenchDatabase> {
  const { query, close } = postgres ? await openPostgres(folder) : await openPglite();
  const { rows } = await query('select from directory.domains limit 1');
  if (rows.length === 0) await fill(query);
  return { engine: postgres ? 'PostgreSQL' : 'PGlite', query, call: callOf(query), close };
}

async function openPglite() {
  const loadDataDir = await emptyDatabase(MIGRATIONS);
  const db = await PGlite.create({ dataDir: 'memory://', extensions: EXTENSIONS, loadDataDir });
  const query: Query = (sql, params) => db.query(sql, params);
  return { query, close: () => db.close() };
}

async function openPostgres(folder: string | undefined) {
  // Read all pages first, because a server that has run for a while has its pages in memory.
  if (folder !== undefined) await readIntoMemory(folder);
  const stack = await startLocalStack({
    migrations: MIGRATIONS,
    durable: true,
    ...(folder !== undefined && { folder }),
  });
  const client = await stack.connect();
  const query: Query = (sql, params) => client.query(sql, params);
  const close = async () => {
    await client.end();
    await stack.close();
  };
  return { query, close };
}

/** Calls operations by SQL. */
export function callOf(query: Query): Call {
  return async (name, args, row) => {
    const given = Object.entries(args);
    const parameters = given.map(([parameter], at) => `${parameter} => $${at + 1}`).join(', ');
    const { rows } = await query(
      `select api.${name}(${parameters}) as answer`,
      given.map(([, value]) => asParameter(value)),
    );
    return row.parse(rows[0]?.['answer']);
  };
}

function asParameter(value: unknown): unknown {
  const isJson = Array.isArray(value) && value.some((one) => typeof one === 'object');
  return isJson ? JSON.stringify(value) : value;
}
