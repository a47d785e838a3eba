import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { findCode } from '../directory/find-code.ts';

/** Returns the SHA-256 of a file, or null for a missing file. */
export async function hashFile(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    if (findCode(error) === 'ENOENT') return null;
    throw error;
  }
  return hash.digest('hex');
}
