import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of randomness in a generated secret: 256 bits, the strength of the HMAC behind it. */
const SECRET_BYTES = 32;

/** The server's secret: the configured one, or one made once and kept in the data folder, readable by its owner only. */
export async function readServerSecret(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured) return configured;
  const path = join(dataDir, 'server-secret');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    // Exclusive creation: of two processes that start at once one writes, and both read the same secret.
    await writeFile(path, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}
