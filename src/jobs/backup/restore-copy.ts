import type { Store } from '../../store/store.ts';
import type { Manifest } from './copy-format.ts';
import { CopyError } from './copy-lines.ts';
import { rowsOf, verifyCopy } from './read-copy.ts';

export interface RestoreOptions {
  readonly store: Pick<Store, 'beginRestore' | 'writeCopy' | 'finishRestore'>;
  /**
   * True to keep owner keys. Use this option only if nothing was written after the copy, because revoked keys would
   * become valid again.
   */
  readonly keepKeys: boolean;
  readonly onProgress?: (rows: number, total: number) => void;
  /** Bytes of lines per call. Default: `BATCH_BYTES`. */
  readonly batchBytes?: number;
}

// Bytes per call. The slowest measured database takes one or two seconds, and eight are allowed.
const BATCH_BYTES = 2 * 1024 * 1024;

/**
 * Restores a copy, or changes and their base, into an empty directory. Verifies everything first. Continues an interrupted
 * restore.
 */
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
    // Read the next batch while the database writes.
    await writing;
    writing = store.writeCopy(manifest.sha256, lines).then(() => {
      written += rows;
      onProgress(written, manifest.rows);
    });
    // Ignore the rejection here, because the await throws it.
    writing.catch(() => {});
  }
  await writing;
  const differences = await store.finishRestore(manifest.sha256, manifest.counts, keepKeys);
  if (differences.length > 0) {
    const missing = differences.map(({ table, expected, found }) => `${table} has ${found} of ${expected}`);
    throw new CopyError(`rows are missing: ${missing.join('; ')}`);
  }
  return manifest;
}
