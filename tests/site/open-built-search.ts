import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Found, SearchRequest } from '../../src/site/browser/find.ts';
import { loadIndexFilesFrom } from '../../src/site/browser/index-files.ts';
import { openIndexes } from '../../src/site/browser/search-indexes.ts';
import { PAGEFIND_ENV } from '../../src/site/build/pagefind-env.ts';
import { hashRows, type ReadWords, writeSearchFiles } from '../../src/site/build/search-files.ts';
import { openSiteFolder } from '../../src/site/build/site-folder.ts';
import { compareRows, type Row } from '../../src/site/row.ts';
import { serveFolder } from './serve-folder.ts';

/** The search of the browser, over indexes that Pagefind has made of these sites and that it reads from a port. */
export interface BuiltSearch {
  /** What is found in the end. */
  find(request: SearchRequest): Promise<Found>;
  close(): void;
}

export async function openBuiltSearch(given: readonly Row[], readWords: ReadWords): Promise<BuiltSearch> {
  Object.assign(process.env, PAGEFIND_ENV);
  const work = mkdtempSync(join(tmpdir(), 'built-search-'));
  const outDir = join(work, 'site');
  const rows = given.toSorted(compareRows);
  await writeSearchFiles({
    folder: openSiteFolder(outDir),
    outDir,
    stateDir: join(work, 'state'),
    rows,
    hashes: hashRows(rows, () => null),
    readWords,
    onProgress: () => {},
  });
  const served = await serveFolder(outDir);
  const module = join(work, 'pagefind.mjs');
  copyFileSync(join(outDir, 'pagefind/pagefind.js'), module);
  const find = await openIndexes(await loadIndexFilesFrom(served.origin, import(pathToFileURL(module).href)));
  return {
    async find(request) {
      let last: Found = { total: 0, hits: [] };
      await find(request, (found) => {
        last = found;
      });
      return last;
    },
    close() {
      served.close();
      rmSync(work, { recursive: true, force: true });
    },
  };
}
