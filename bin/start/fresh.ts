import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.ts';

/** What a start makes in the data folder. Anything else that lies there is not ours to remove. */
const OURS = ['database', 'site', 'site-state', 'sandbox', 'crawled-web', 'server-secret'];

/** Forgets everything that was crawled and built. Throws `FolderInUseError` while a program holds the folder. */
export async function startOver(dataDir: string): Promise<void> {
  // Opening the store is what proves that nobody else has it.
  const store = await openStore({ dataDir, access: 'own' });
  await store.close();
  for (const name of OURS) await rm(join(dataDir, name), { recursive: true, force: true });
}
