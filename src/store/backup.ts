import { z } from 'zod';
import type { Call, Clock } from './client.ts';

const copyStepSchema = z.object({
  /** `{"table": …, "row": …}`, one JSON text each, exact to the digit; every line ends with a line feed. */
  lines: z.string(),
  /** Where the copy goes on, the store's own business; null: that was the last step. */
  cursor: z.record(z.string(), z.unknown()).nullable(),
  /** The last name that the lines belong to; null where they are of no domain. */
  through: z.string().nullable(),
  /** Of each row that is known, '1' where it is among the rows of the step. */
  kept: z.string().optional(),
});
export type CopyStep = z.infer<typeof copyStepSchema>;
export type CopyCursor = NonNullable<CopyStep['cursor']>;

/** Rows that an earlier copy has. */
export interface KnownRows {
  /** The last name that they belong to. */
  readonly through: string;
  /** MD5 of the line of each, in hexadecimal. */
  readonly rows: readonly string[];
}

const copyDescriptionSchema = z.object({
  /** Versions of the migrations that made the database, oldest first. */
  migrations: z.array(z.string()),
  tables: z.array(z.string()),
});
export type CopyDescription = z.infer<typeof copyDescriptionSchema>;

/** A table of which not as many rows have been written as the copy says it has. */
const copyDifferenceSchema = z.object({ table: z.string(), expected: z.int(), found: z.int() });
export type CopyDifference = z.infer<typeof copyDifferenceSchema>;

/** The part of the store that copies the whole directory, and takes a copy back. */
export interface BackupStore {
  describeCopy(): Promise<CopyDescription>;
  /**
   * The next lines of a copy. Each domain is whole and as of one instant; of two domains one may be later than the other. `known`: rows
   * that are left out, of domains after the cursor; the step goes no further than they do.
   */
  readCopy(cursor: CopyCursor | null, known?: KnownRows): Promise<CopyStep>;
  /**
   * Makes the store ready to take the copy with this digest. `continued`: it had been begun before, and takes it again from the
   * first line. Throws `StoreError('conflict')` unless the directory is empty.
   */
  beginRestore(digest: string): Promise<'begun' | 'continued'>;
  /** Writes lines in the order of the copy. Returns how many were new. */
  writeCopy(digest: string, lines: string): Promise<number>;
  /**
   * Ends the restore if every table has as many rows as the copy (`counts`: lines of each table); else says where not. Unless
   * `keepKeys`, all owner keys are suspended and all tokens void: since the copy was made some may have been revoked or used.
   */
  finishRestore(
    digest: string,
    counts: Readonly<Record<string, number>>,
    keepKeys: boolean,
  ): Promise<readonly CopyDifference[]>;
}

// A step stays well below the 8 s of a statement and the 16 MiB of a call over the local socket, even where every character
// is escaped twice.
const STEP_BYTES = 2 * 1024 * 1024;

export function createBackupStore(call: Call, clock: Clock): BackupStore {
  return {
    describeCopy: () => call('describe_copy', {}, copyDescriptionSchema),
    readCopy: (cursor, known) =>
      call('read_copy', { after: cursor, max_bytes: STEP_BYTES, known: known ?? null }, copyStepSchema),
    beginRestore: (digest) => call('begin_restore', { digest, ...clock() }, z.enum(['begun', 'continued'])),
    writeCopy: (digest, lines) => call('write_copy', { digest, lines }, z.int()),
    finishRestore: (digest, counts, keepKeys) =>
      call('finish_restore', { digest, counts, keep_keys: keepKeys, ...clock() }, z.array(copyDifferenceSchema)),
  };
}
