import { randomBytes } from 'node:crypto';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/** Replaces a file's text so that a reader, or a crash, sees the old or the new one and never a part. Keeps its mode. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  // Through a link to the file itself: a rename over the link would cut it.
  const target = await realpath(path);
  const { mode } = await stat(target);
  const fresh = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(fresh, text, { mode, flag: 'wx', flush: true });
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** Writes a file in the same way; one that is not there yet is made. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(path, '', { flag: 'a' });
  await writeAtomically(path, text);
}
