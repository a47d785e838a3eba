import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LEDGER_FILE } from './ledger.ts';
import { isMissing } from './site-folder.ts';
import { stateDirOf } from './state-dir.ts';

const cursorLine = z.object({ cursor: z.string() });
const START = '{"cursor":';
/** Bytes per read from the end. After the last cursor, there is one line per list. */
const STEP_BYTES = 64 * 1024;

/** Returns the change cursor of the last build of `outDir`. Returns null without a build or with a torn ledger. */
export async function readBuiltCursor(outDir: string): Promise<string | null> {
  const file = await open(join(stateDirOf(outDir), LEDGER_FILE)).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (file === null) return null;
  try {
    let { size: end } = await file.stat();
    // Start of a line whose end was already read.
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
