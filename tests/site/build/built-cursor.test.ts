import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CURSOR_FILE, Ledger, readBuiltCursor } from '../../../src/site/build/ledger.ts';
import { toStateDir } from '../../../src/site/build/state-dir.ts';
import { folderOfTest } from '../../temp-folder.ts';

it('finds the cursor of the last build, also after a build lost its file', async () => {
  const outDir = join(folderOfTest(), 'site');
  const stateDir = toStateDir(outDir);
  expect(await readBuiltCursor(outDir)).toBeNull();
  const first = new Ledger(stateDir, 'templates');
  first.commit({ put: [], drop: [], cursor: '7' });
  first.close();
  expect(await readBuiltCursor(outDir)).toBe('7');
  rmSync(join(stateDir, CURSOR_FILE));
  new Ledger(stateDir, 'templates').close();
  expect(await readBuiltCursor(outDir)).toBe('7');
  new Ledger(stateDir, 'other templates').close();
  expect(await readBuiltCursor(outDir)).toBeNull();
});
