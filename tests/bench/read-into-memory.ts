import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const CHUNK_BYTES = 1024 * 1024;

/** Reads the tables of a local stack's folder once, because a server that has run for a while has its files in memory. */
export async function readIntoMemory(folder: string): Promise<void> {
  const tables = join(folder, 'data', 'base');
  if (!existsSync(tables)) return;
  for (const entry of await readdir(tables, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = createReadStream(join(entry.parentPath, entry.name), { highWaterMark: CHUNK_BYTES }).resume();
    await once(file, 'close');
  }
}
