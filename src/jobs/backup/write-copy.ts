import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Store } from '../../store/store.ts';
import { COPY_FORMAT, COPY_VERSION, type CopyHeader, type Manifest } from './copy-format.ts';
import { CopyError } from './copy-lines.ts';
import { type VerifiedCopy, verifyCopy } from './read-copy.ts';
import { changesOf, type ReadStore, wholeOf } from './read-directory.ts';

export interface CopyOptions {
  readonly store: ReadStore & Pick<Store, 'describeCopy'>;
  readonly now: () => number;
  /** Full copy in the same folder. If present, only later changes are written. */
  readonly base?: string | undefined;
  readonly onProgress?: (rows: number) => void;
}

/**
 * Writes a copy of the directory, or of changes since another copy, step by step. The file gets its name after it is complete
 * and flushed, so a power failure leaves a complete copy or no copy. Only the file's owner may read the file. Throws a
 * `CopyError` for a base that cannot be used.
 */
export async function writeCopy(
  file: string,
  { store, now, base, onProgress = () => {} }: CopyOptions,
): Promise<Manifest> {
  await refuseSpecial(file);
  const older = base === undefined ? null : await verifyCopy(base);
  const { migrations, tables } = await store.describeCopy();
  if (older !== null) checkBase(file, older, migrations);
  const header: CopyHeader = {
    format: COPY_FORMAT,
    version: COPY_VERSION,
    exported_at: new Date(now()).toISOString(),
    migrations: [...migrations],
    tables: [...tables],
    base: older && { file: basename(older.file), sha256: older.manifest.sha256 },
  };
  const copy = toCopy(header, older === null ? wholeOf(store, null) : changesOf(store, older.file), onProgress);
  const unfinished = `${file}.unfinished`;
  try {
    // Restrict access, because the file contains personal data and key hashes.
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

/** Refuses a device or pipe, because the rename would replace it. */
async function refuseSpecial(file: string): Promise<void> {
  const target = await stat(file).catch(() => null);
  if (target?.isFile() === false) throw new CopyError(`${file} is not a regular file`);
}

function checkBase(file: string, { file: base, header }: VerifiedCopy, migrations: readonly string[]): void {
  if (header.base !== null) throw new CopyError(`${base} is a copy of changes; the base must be a full copy`);
  if (resolve(base) === resolve(file)) throw new CopyError(`${base} is the base, so changes cannot replace it`);
  if (dirname(resolve(base)) !== dirname(resolve(file)))
    throw new CopyError('changes must be in the folder of their base');
  if (header.migrations.join() !== migrations.join())
    throw new CopyError(`${base} has another schema: write a full copy`);
}

/** Syncs the folder, because the new file name may not survive a power failure (fsync(2)). */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function toCopy(header: CopyHeader, sections: ReturnType<typeof wholeOf>, onProgress: (rows: number) => void) {
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  let rows = 0;
  let sealed: Manifest | null = null;
  const hashed = (part: string) => {
    hash.update(part);
    return part;
  };

  async function* parts(): AsyncGenerator<string> {
    yield hashed(`${JSON.stringify(header)}\n`);
    for await (const { lines, end, tables } of sections) {
      for (const table of tables) counts[table] = (counts[table] ?? 0) + 1;
      rows += tables.length;
      if (lines !== '') yield hashed(lines);
      if (end !== null) yield hashed(`${JSON.stringify(end)}\n`);
      onProgress(rows);
    }
    sealed = { rows, counts, sha256: hash.digest('hex') };
    yield `${JSON.stringify(sealed)}\n`;
  }

  return {
    parts,
    manifest: (): Manifest => {
      if (!sealed) throw new Error('the copy is not complete');
      return sealed;
    },
  };
}
