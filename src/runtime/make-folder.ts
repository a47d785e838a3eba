import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { findCode } from '../directory/find-code.ts';

/**
 * Creates a folder and its missing parents. Rejects with the error of the file system. The `recursive` option of Node
 * never returns if a file system such as /proc refuses a new folder with ENOENT.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await makeOne(path, mode);
  } catch (error) {
    if (findCode(error) !== 'ENOENT') throw error;
    const parent = dirname(resolve(path));
    if (!(await exists(parent))) await makeFolder(parent, mode);
    // Try again, because another process may have created the parent after the first attempt.
    await makeOne(path, mode);
  }
}

async function makeOne(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (findCode(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  }
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
