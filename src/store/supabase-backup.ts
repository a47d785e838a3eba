import { z } from 'zod';
import type { BackupStore } from './backup.ts';
import type { Call } from './supabase-ownership.ts';

// A step stays well below the 8 s of a statement and the 16 MiB of a call to a neighbour, even where every character is escaped twice.
const STEP_BYTES = 2 * 1024 * 1024;

const descriptionRow = z.object({ migrations: z.array(z.string()), tables: z.array(z.string()) });
const stepRow = z.object({ lines: z.string(), cursor: z.record(z.string(), z.unknown()).nullable() });
const differenceRow = z.object({ table: z.string(), expected: z.int(), found: z.int() });

export function createBackupStore(call: Call, at: () => string | null): BackupStore {
  return {
    describeCopy: () => call('describe_copy', {}, descriptionRow),
    readCopy: (cursor) => call('read_copy', { after: cursor, max_bytes: STEP_BYTES }, stepRow),
    beginRestore: (digest) => call('begin_restore', { digest, at: at() }, z.enum(['begun', 'continued'])),
    writeCopy: (digest, lines) => call('write_copy', { digest, lines }, z.int()),
    finishRestore: (digest, counts) => call('finish_restore', { digest, counts }, z.array(differenceRow)),
  };
}
