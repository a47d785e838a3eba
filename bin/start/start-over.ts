import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeDatabase } from '../../src/store/open-store.ts';

/** Files that start creates in the data folder. Others are not removed. */
const CREATED = ['site', 'site-state', 'sandbox', 'crawled-web', 'server-secret', 'sample-site'];

/** Removes all crawled and built data. Throws `FolderInUseError` while a program holds the folder. */
export async function startOver(dataDir: string): Promise<void> {
  await removeDatabase(dataDir);
  for (const name of CREATED) await rm(join(dataDir, name), { recursive: true, force: true });
}
