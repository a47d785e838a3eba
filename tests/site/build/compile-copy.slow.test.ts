import { watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileCopy } from '../../../src/site/build/compile-site.ts';
import { loadSiteApp } from '../../../src/site/build/site-app.ts';
import { folderOfTest } from '../../temp-folder.ts';

it('compiles into another folder for a read-only checkout, also twice at once, without other files there', async () => {
  const home = folderOfTest();
  const dir = join(home, '0123456789abcdef');
  const workFolders = new Set<string>();
  const watcher = watch(home, (_, name) => {
    if (name?.includes('.')) workFolders.add(name);
  });
  await Promise.all([compileCopy(dir), compileCopy(dir)]);
  watcher.close();
  // Each of the two has a folder for sources and a folder for its result.
  expect(workFolders.size).toBe(4);
  expect(await readdir(home)).toEqual(['0123456789abcdef', 'node_modules']);
  const app = await loadSiteApp(dir, { name: 'Harbour', baseUrl: 'https://dir.example' });
  expect(Buffer.from(await app.page('/404', { kind: 'not-found' })).toString()).toContain('Harbour');
});
