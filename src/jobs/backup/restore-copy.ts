import type { CopyDifference } from '../../store/backup.ts';
import type { Store } from '../../store/store.ts';
import type { Manifest } from './copy-format.ts';
import { CopyError, rowsOf, verifyCopy } from './read-copy.ts';

export interface RestoreOptions {
  readonly store: Pick<Store, 'beginRestore' | 'writeCopy' | 'finishRestore'>;
  readonly onProgress?: (rows: number, total: number) => void;
  /** Lines of one call; `BATCH_BYTES` when absent. */
  readonly batchBytes?: number;
}

// One call: a second or two of inserts on the slowest database that was measured, of the eight that a statement may take.
const BATCH_BYTES = 2 * 1024 * 1024;

/** Restores a copy into an empty directory, after it has been verified as a whole. One that was interrupted is taken up again. */
export async function restoreCopy(
  file: string,
  { store, onProgress = () => {}, batchBytes = BATCH_BYTES }: RestoreOptions,
): Promise<Manifest> {
  const { manifest } = await verifyCopy(file);
  await store.beginRestore(manifest.sha256);
  let written = 0;
  let writing: Promise<unknown> = Promise.resolve();
  for await (const { lines, rows } of rowsOf(file, batchBytes)) {
    // The file is read on while the database writes; of two batches the first one is written when the second one is sent.
    await writing;
    writing = store.writeCopy(manifest.sha256, lines).then(() => {
      written += rows;
      onProgress(written, manifest.rows);
    });
    // Told when it is awaited.
    writing.catch(() => {});
  }
  await writing;
  const differences = await store.finishRestore(manifest.sha256, manifest.counts);
  if (differences.length > 0) throw new CopyError(`not all rows are there: ${differences.map(tell).join('; ')}`);
  return manifest;
}

function tell({ table, expected, found }: CopyDifference): string {
  return `${table} has ${found} of ${expected}`;
}
