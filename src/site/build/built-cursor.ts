import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LEDGER_FILE } from './ledger.ts';
import { isMissing } from './site-folder.ts';
import { stateDirOf } from './state-dir.ts';

const cursorLine = z.object({ cursor: z.string() });
const START = '{"cursor":';
/** Read from the end in steps of this: what follows the last cursor is a line for each list that the build made. */
const STEP_BYTES = 64 * 1024;

/** Where in the store's changes the last build of `outDir` stopped; null when there was none, or its ledger is torn. */
export async function readBuiltCursor(outDir: string): Promise<string | null> {
  const file = await open(join(stateDirOf(outDir), LEDGER_FILE)).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (file === null) return null;
  try {
    let { size: end } = await file.stat();
    // The beginning of a line whose end has been read already.
    let rest = Buffer.alloc(0);
    while (end > 0) {
      const start = Math.max(0, end - STEP_BYTES);
      const step = Buffer.alloc(end - start);
      await file.read(step, 0, step.length, start);
      const bytes = Buffer.concat([step, rest]);
      const firstEnd = start === 0 ? -1 : bytes.indexOf('\n');
      const lines = bytes
        .subarray(firstEnd + 1)
        .toString()
        .split('\n');
      const found = lines.findLast((line) => line.startsWith(START));
      if (found !== undefined) return parseCursor(found);
      rest = firstEnd === -1 && start > 0 ? bytes : bytes.subarray(0, firstEnd + 1);
      end = start;
    }
    return null;
  } finally {
    await file.close();
  }
}

function parseCursor(line: string): string | null {
  try {
    return cursorLine.parse(JSON.parse(line)).cursor;
  } catch {
    return null;
  }
}
