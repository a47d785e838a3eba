import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { CopyStep } from '../../store/backup.ts';
import type { Store } from '../../store/store.ts';
import { COPY_FORMAT, COPY_VERSION, type CopyHeader, type Manifest, TABLE_BYTES, tableOf } from './copy-format.ts';

export interface CopyOptions {
  readonly store: Pick<Store, 'describeCopy' | 'readCopy'>;
  readonly now: () => number;
  readonly onProgress?: (rows: number) => void;
}

/**
 * Writes a copy of the whole directory, step by step; the file gets its name when it is complete and on the disk, so that a power
 * failure leaves a whole copy or none. Only its owner may read it.
 */
export async function writeCopy(file: string, options: CopyOptions): Promise<Manifest> {
  const unfinished = `${file}.unfinished`;
  const copy = copyOf(options);
  try {
    // The file contains personal data and hashes of keys.
    await pipeline(
      Readable.from(copy.parts()),
      createGzip(),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    await rename(unfinished, file);
    await flushFolder(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return copy.manifest();
}

/** Without it the new name of a file may not survive a power failure (fsync(2)). */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function copyOf({ store, now, onProgress = () => {} }: CopyOptions) {
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  let rows = 0;
  let sealed: Manifest | null = null;
  const hashed = (part: string) => {
    hash.update(part);
    return part;
  };

  async function* parts(): AsyncGenerator<string> {
    const { migrations } = await store.describeCopy();
    const header: CopyHeader = {
      format: COPY_FORMAT,
      version: COPY_VERSION,
      exported_at: new Date(now()).toISOString(),
      migrations: [...migrations],
    };
    yield hashed(`${JSON.stringify(header)}\n`);
    for (let next: Promise<CopyStep> | null = store.readCopy(null); next !== null; ) {
      const { lines, cursor }: CopyStep = await next;
      // The database reads the next step while this one is packed.
      next = cursor === null ? null : store.readCopy(cursor);
      // Its error is thrown where it is awaited.
      next?.catch(() => {});
      for (let at = 0; at < lines.length; at = lines.indexOf('\n', at) + 1) {
        const table = tableOf(lines.slice(at, at + TABLE_BYTES));
        counts[table] = (counts[table] ?? 0) + 1;
        rows += 1;
      }
      if (lines !== '') yield hashed(lines);
      onProgress(rows);
    }
    sealed = { rows, counts, sha256: hash.digest('hex') };
    yield `${JSON.stringify(sealed)}\n`;
  }

  return {
    parts,
    manifest: () => {
      if (sealed === null) throw new Error('the copy is not complete');
      return sealed;
    },
  };
}
