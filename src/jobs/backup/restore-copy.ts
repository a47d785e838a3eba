import type { CopyDifference } from '../../store/backup.ts';
import type { Store } from '../../store/store.ts';
import type { Manifest } from './copy-format.ts';
import { CopyError } from './copy-lines.ts';
import { rowsOf, verifyCopy } from './read-copy.ts';

export interface RestoreOptions {
  readonly store: Pick<Store, 'beginRestore' | 'writeCopy' | 'finishRestore'>;
  /** Only right when nothing was written to the directory after the copy: keys that were revoked since would be valid again. */
  readonly keepKeys: boolean;
  readonly onProgress?: (rows: number, total: number) => void;
  /** Lines of one call; `BATCH_BYTES` when absent. */
  readonly batchBytes?: number;
}

// One call: a second or two of inserts on the slowest database that was measured, of the eight that a statement may take.
const BATCH_BYTES = 2 * 1024 * 1024;

/** Restores a copy, or changes and their base, into an empty directory, after all was verified. An interrupted restore is continued. */
export async function restoreCopy(
  file: string,
  { store, keepKeys, onProgress = () => {}, batchBytes = BATCH_BYTES }: RestoreOptions,
): Promise<Manifest> {
  const copy = await verifyCopy(file);
  const { manifest } = copy;
  await store.beginRestore(manifest.sha256);
  let written = 0;
  let writing: Promise<unknown> = Promise.resolve();
  for await (const { lines, rows } of rowsOf(copy, batchBytes)) {
    // Reading goes on while the database writes; a batch is sent when the one before has been written.
    await writing;
    writing = store.writeCopy(manifest.sha256, lines).then(() => {
      written += rows;
      onProgress(written, manifest.rows);
    });
    // Its error is thrown where it is awaited.
    writing.catch(() => {});
  }
  await writing;
  const differences = await store.finishRestore(manifest.sha256, manifest.counts, keepKeys);
  if (differences.length > 0)
    throw new CopyError(`rows are missing: ${differences.map(describeDifference).join('; ')}`);
  return manifest;
}

function describeDifference({ table, expected, found }: CopyDifference): string {
  return `${table} has ${found} of ${expected}`;
}
