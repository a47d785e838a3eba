import { z } from 'zod';
import type { Call, Clock } from './client.ts';

const copyStepSchema = z.object({
  /** JSON texts `{"table": …, "row": …}`, exact to the digit. Every line ends with a line feed. */
  lines: z.string(),
  /** Opaque position of the next step, or null after the last. */
  cursor: z.record(z.string(), z.unknown()).nullable(),
  /** Last domain of the lines. Null for lines without a domain. */
  through: z.string().nullable(),
  /** One digit per known row. '1' means that the step contains the row. */
  kept: z.string().optional(),
});
export type CopyStep = z.infer<typeof copyStepSchema>;
export type CopyCursor = NonNullable<CopyStep['cursor']>;

export interface KnownRows {
  /** Last domain of these rows. */
  readonly through: string;
  /** MD5 of each row's line, in hexadecimal. */
  readonly rows: readonly string[];
}

const copyDescriptionSchema = z.object({
  /** Versions of the database's migrations, oldest first. */
  migrations: z.array(z.string()),
  tables: z.array(z.string()),
});

/** Table whose number of rows differs from the copy. */
const copyDifferenceSchema = z.object({ table: z.string(), expected: z.int(), found: z.int() });

// Bytes of a step, within the 8 s of a statement and the 16 MiB of a local call, even if every character is escaped
// twice.
const STEP_BYTES = 2 * 1024 * 1024;

export function createBackupStore(call: Call, clock: Clock) {
  return {
    describeCopy: () => call('describe_copy', {}, copyDescriptionSchema),
    /**
     * Returns the next lines of a copy. Each domain is consistent, but two domains may be of different times. `known`
     * contains rows to omit, from domains after the cursor. The step ends with the last known domain.
     */
    readCopy: (cursor: CopyCursor | null, known?: KnownRows) =>
      call('read_copy', { after: cursor, max_bytes: STEP_BYTES, known: known ?? null }, copyStepSchema),
    /**
     * Prepares the restore of the copy with this digest. The result `continued` means that an earlier restore continues from the
     * first line. Throws `StoreError('conflict')` if the directory is not empty.
     */
    beginRestore: (digest: string) => call('begin_restore', { digest }, z.enum(['begun', 'continued'])),
    /** Writes lines in the order of the copy. Returns the number of new lines. */
    writeCopy: (digest: string, lines: string) => call('write_copy', { digest, lines }, z.int()),
    /**
     * Ends the restore if every table has the row count in `counts`, or else returns the tables that differ. Without
     * `keepKeys`, suspends all owner keys and voids all tokens, because some may have been revoked or used since the
     * copy.
     */
    finishRestore: (digest: string, counts: Readonly<Record<string, number>>, keepKeys: boolean) =>
      call('finish_restore', { digest, counts, keep_keys: keepKeys, ...clock() }, z.array(copyDifferenceSchema)),
  };
}
