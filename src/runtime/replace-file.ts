import { rename, writeFile } from 'node:fs/promises';

/** Writes and renames a file, so that a killed program leaves the old or the new file. */
export async function replaceFile(path: string, text: string, mode = 0o666): Promise<void> {
  await writeFile(`${path}.unfinished`, text, { mode, flush: true });
  await rename(`${path}.unfinished`, path);
}
