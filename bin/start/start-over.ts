import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeDatabase } from '../../src/store/open-store.ts';

/** What start creates in the data folder; anything else there is not removed. */
const CREATED = ['site', 'site-state', 'sandbox', 'crawled-web', 'server-secret', 'sample-site'];

/** Removes everything that was crawled and built. Throws `FolderInUseError` while a program holds the folder. */
export async function startOver(dataDir: string): Promise<void> {
  await removeDatabase(dataDir);
  for (const name of CREATED) await rm(join(dataDir, name), { recursive: true, force: true });
}
