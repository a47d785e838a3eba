import { randomBytes } from 'node:crypto';
import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { formatReason, InputError } from './input.ts';

/** Replaces a file atomically, so that readers and crashes see the old or the new text. Keeps the file's mode. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  // Resolve symbolic links, because a rename would replace the link.
  const target = await realpath(path);
  const status = await stat(target);
  // The rename would replace a device or pipe, such as /dev/null.
  if (!status.isFile()) throw new Error('not a regular file');
  const fresh = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(fresh, text, { mode: status.mode, flag: 'wx', flush: true });
    // The umask limits the mode of a new file.
    await chmod(fresh, status.mode);
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/**
 * Writes a file atomically, and creates it if missing. With `isNew`, refuses an existing file. Rejects with an `InputError` that names
 * the file.
 */
export async function replaceFile(path: string, text: string, { isNew = false } = {}): Promise<void> {
  try {
    await writeFile(path, '', { flag: isNew ? 'wx' : 'a' });
    await writeAtomically(path, text);
  } catch (error) {
    throw new InputError(`${path}: not written: ${formatReason(error)}`);
  }
}
