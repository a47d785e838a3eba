import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CURSOR_FILE } from './ledger.ts';
import { isMissing } from './site-folder.ts';
import { stateDirOf } from './state-dir.ts';

/** Returns the change cursor of the last build of `outDir`, or null without a build. */
export async function readBuiltCursor(outDir: string): Promise<string | null> {
  return await readFile(join(stateDirOf(outDir), CURSOR_FILE), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}
