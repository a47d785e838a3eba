import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openIndex, SEARCH_MANIFEST, type SearchManifest, type SiteIndex } from '../../src/site/browser/site-index.ts';
import { buildSearch, type IndexWordStore } from '../../src/site/build/search-index.ts';
import { openSiteFolder } from '../../src/site/build/site-folder.ts';
import { compareRows, type Row } from '../../src/site/content/row.ts';
import type { Store } from '../../src/store/store.ts';
import { serveFolder } from './serve-folder.ts';

/** Browser search over a Pagefind index of these sites, served on a port. */
export interface BuiltSearch extends SiteIndex {
  close(): Promise<void>;
}

export async function openBuiltSearch(
  rows: readonly Row[],
  store: IndexWordStore,
  maxSites = 20_000,
): Promise<BuiltSearch> {
  const work = mkdtempSync(join(tmpdir(), 'built-search-'));
  const outDir = join(work, 'site');
  const folder = openSiteFolder(outDir);
  const options = { store, folder, outDir, isWritten: true, maxSites, now: Date.now, onProgress: () => {} };
  await buildSearch(rows.toSorted(compareRows), options);
  const served = await serveFolder(outDir);
  const manifest: SearchManifest = JSON.parse(readFileSync(join(outDir, SEARCH_MANIFEST), 'utf8'));
  const module = join(work, 'pagefind.mjs');
  copyFileSync(join(outDir, `pagefind/${manifest.folder}/pagefind.js`), module);
  const pagefind = await import(pathToFileURL(module).href);
  await pagefind.options({ basePath: `${served.url}/pagefind/${manifest.folder}/` });
  await pagefind.init('en');
  return {
    ...openIndex(pagefind),
    async close() {
      await served.close();
      rmSync(work, { recursive: true, force: true });
    },
  };
}

/** Returns the found domains. */
export async function findInStore(store: Store, q: string, perPage: number): Promise<readonly string[]> {
  const asked = { scope: 'all', sort: 'relevance', page: 1, includeUnlisted: false, verified: false } as const;
  return (await store.search({ ...asked, q, perPage })).results.map(({ domain }) => domain);
}
