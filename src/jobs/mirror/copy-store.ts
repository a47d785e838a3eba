import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** Record of a domain, of which the mirror reads only the name. */
export const recordSchema = z.looseObject({ domain: z.string().min(1) });
export type CopiedRecord = z.infer<typeof recordSchema>;

export interface AppliedChange {
  readonly domain: string;
  /** Null if the domain was removed. */
  readonly record: CopiedRecord | null;
}

/** Copy of a directory in a folder. Each write is one transaction, so a killed process leaves no partial write. */
export type CopyStore = ReturnType<typeof openCopyStore>;

export const COPY_FILE = 'directory.sqlite';

const SCHEMA = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists domains (domain text primary key, record text not null) without rowid;
  create table if not exists progress (one integer primary key check (one = 1), cursor text not null)`;

const progressSchema = z.object({ cursor: z.string() }).optional();
const countSchema = z.object({ n: z.int() });

/** Opens the copy in an existing folder. Throws an error that names the file if it is not a copy. */
export function openCopyStore(folder: string) {
  const database = openDatabase(join(folder, COPY_FILE));
  const put = database.prepare('insert or replace into domains (domain, record) values (?, ?)');
  const remove = database.prepare('delete from domains where domain = ?');
  const setCursor = database.prepare('insert or replace into progress (one, cursor) values (1, ?)');
  const getCursor = database.prepare('select cursor from progress');
  const countDomains = database.prepare('select count(*) as n from domains');
  const undo = (error: unknown): never => {
    // A full disk has ended the transaction already.
    if (database.isTransaction) database.exec('rollback');
    throw error;
  };

  return {
    /** Cursor of the applied changes, or null for an empty copy. */
    cursor: () => progressSchema.parse(getCursor.get())?.cursor ?? null,
    count: () => countSchema.parse(countDomains.get()).n,
    /** Replaces all records. */
    async replace(records: AsyncIterable<CopiedRecord>, cursor: string) {
      database.exec('begin immediate; delete from domains');
      try {
        for await (const record of records) put.run(record.domain, JSON.stringify(record));
        setCursor.run(cursor);
        database.exec('commit');
      } catch (error) {
        undo(error);
      }
    },
    /** Applies changes. `clear` first removes all records. */
    apply(changes: readonly AppliedChange[], cursor: string, clear: boolean = false) {
      database.exec('begin immediate');
      try {
        if (clear) database.exec('delete from domains');
        for (const { domain, record } of changes) {
          if (record) put.run(domain, JSON.stringify(record));
          else remove.run(domain);
        }
        setCursor.run(cursor);
        database.exec('commit');
      } catch (error) {
        undo(error);
      }
    },
    close: () => database.close(),
  };
}

function openDatabase(path: string): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { timeout: 5_000 });
    database.exec(SCHEMA);
    return database;
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
