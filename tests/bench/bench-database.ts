import { existsSync, readFileSync } from 'node:fs';
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
  /** Processor time of this process and of the database, in ms. Other programs on the machine do not count. */
  cpuMs(): number;
  close(): Promise<void>;
}

export interface BenchDatabaseOptions {
  readonly postgres: boolean;
  /** Data folder of PostgreSQL, which stays after the benchmark. */
  readonly folder: string | undefined;
  /** Fills an empty database. */
  fill(query: Query): Promise<void>;
}

export async function openBenchDatabase({ postgres, folder, fill }: BenchDatabaseOptions): Promise<BenchDatabase> {
  const { query, close } = postgres ? await openPostgres(folder) : await openPglite();
  const { rows } = await query('select from directory.domains limit 1');
  if (rows.length === 0) await fill(query);
  const backend = postgres ? await query('select pg_backend_pid() as pid') : null;
  const cpuMs = () => readCpuMs(backend && Number(backend.rows[0]?.['pid']));
  return { engine: postgres ? 'PostgreSQL' : 'PGlite', query, call: toCall(query), cpuMs, close };
}

/** Returns the CPU time. `backend` is the process of the connection to PostgreSQL. PGlite runs in this process. */
function readCpuMs(backend: number | null): number {
  const { user, system } = process.cpuUsage();
  const file = `/proc/${backend}/stat`;
  // The fields 14 and 15 are the user and system time, in hundredths of a second.
  const [, , , , , , , , , , , utime = 0, stime = 0] = existsSync(file)
    ? readFileSync(file, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
        .map(Number)
    : [];
  return (user + system) / 1_000 + 10 * (utime + stime);
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
export function toCall(query: Query): Call {
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
