import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../directory/code-of.ts';

/**
 * Creates a folder and its missing parents. Rejects with the error of the file system. The `recursive` option of Node
 * never returns if a file system such as /proc refuses a new folder with ENOENT.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const parent = dirname(resolve(path));
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || (await exists(parent))) throw error;
    await makeFolder(parent, mode);
    await makeFolder(path, mode);
  }
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
