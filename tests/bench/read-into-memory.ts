import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const CHUNK_BYTES = 1024 * 1024;

/** Reads all files of a folder, if there is one: a server that has run for a while finds them in the memory of the operating system. */
export async function readIntoMemory(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = createReadStream(join(entry.parentPath, entry.name), { highWaterMark: CHUNK_BYTES }).resume();
    await once(file, 'close');
  }
}
