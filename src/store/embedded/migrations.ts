import { readdirSync, readFileSync } from 'node:fs';
import { StoreError } from '../store-error.ts';

export interface Migration {
  /** 14 digits: the order, and the name under which it is recorded. */
  readonly version: string;
  readonly name: string;
  readonly sql: string;
}

/** Methods of PGlite that migrations need. */
export interface MigratedDatabase {
  exec(sql: string): Promise<unknown>;
  query<Row>(sql: string, params?: unknown[]): Promise<{ readonly rows: Row[] }>;
}

const MIGRATION_FILE = /^(\d{14})_([a-z0-9_]+)\.sql$/;

/** Reads the migrations of a folder, oldest first. */
export function readMigrations(folder: URL): readonly Migration[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const [, version, name] = MIGRATION_FILE.exec(file) ?? [];
      if (version === undefined || name === undefined) return [];
      return [{ version, name, sql: readFileSync(new URL(file, folder), 'utf8') }];
    });
}

// The Supabase CLI's own bookkeeping: either may migrate a database that the other began.
const BOOKKEEPING = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
  alter table supabase_migrations.schema_migrations enable row level security;`;

/** Statement that PostgreSQL refuses inside a transaction. The Supabase CLI also runs it outside. */
const BESIDE_WRITERS = /^create (unique )?index concurrently /m;

/** Splits a migration without functions. Each statement ends with a semicolon at the end of a line. */
function splitStatements(sql: string): readonly string[] {
  return sql.split(/;$/m).filter((statement) => statement.trim() !== '');
}

/**
 * Applies the missing migrations and returns their number. A migration runs in a transaction with its record. If it builds an
 * index beside writers, its statements run one by one, and the record comes last. Throws `StoreError('refused')` if the database
 * has a migration that this program does not know.
 */
export async function migrate(db: MigratedDatabase, migrations: readonly Migration[]): Promise<number> {
  await db.exec(BOOKKEEPING);
  const { rows } = await db.query<{ version: string }>('select version from supabase_migrations.schema_migrations');
  const applied = new Set(rows.map((row) => row.version));
  refuseUnknown(applied, migrations);
  const missing = migrations.filter((migration) => !applied.has(migration.version));
  for (const { version, name, sql } of missing) {
    const record = `insert into supabase_migrations.schema_migrations (version, name) values ('${version}', '${name}')`;
    if (BESIDE_WRITERS.test(sql)) for (const statement of [...splitStatements(sql), record]) await db.exec(statement);
    else await db.exec(`begin;\n${sql}\n;${record};\ncommit;`);
  }
  return missing.length;
}

/** Throws for an unknown migration. A later one is from a newer program, an earlier one from a baseline before the first release. */
function refuseUnknown(applied: ReadonlySet<string>, migrations: readonly Migration[]): void {
  const versions = migrations.map(({ version }) => version);
  const unknown = [...applied].filter((version) => !versions.includes(version)).toSorted();
  const last = unknown.at(-1);
  if (last === undefined) return;
  throw new StoreError(
    'refused',
    last > (versions.toSorted().at(-1) ?? '')
      ? `the database was written by a newer version of this program (migration ${last}): update the program, or use another DATA_DIR`
      : `the database has the schema of an earlier, unreleased version of this program (migration ${last}): start over with npm start -- --fresh, or export it with the version that made it and restore that copy into an empty DATA_DIR`,
  );
}
