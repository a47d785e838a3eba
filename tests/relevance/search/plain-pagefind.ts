import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { close, createIndex } from 'pagefind';
import { serveFolder } from '../../site/serve-folder.ts';
import type { RealSite } from './fill-from-corpus.ts';

interface PagefindModule {
  createInstance(options: { basePath: string }): {
    search(query: string): Promise<{ results: { data(): Promise<{ url: string }> }[] }>;
  };
}

const FIRST = 20;

/** Opens plain Pagefind over each full file. */
export async function openPlainPagefind(sites: readonly RealSite[]) {
  const work = mkdtempSync(join(tmpdir(), 'plain-pagefind-'));
  const { index } = await createIndex({ forceLanguage: 'en' });
  if (!index) throw new Error('Pagefind has made no index');
  for (const { domain, text } of sites) {
    await index.addCustomRecord({ url: `/${domain}`, content: `${domain} ${text}`, language: 'en' });
  }
  await index.writeFiles({ outputPath: join(work, 'pagefind') });
  await close();
  const served = await serveFolder(work);
  const module = join(work, 'pagefind.mjs');
  renameSync(join(work, 'pagefind/pagefind.js'), module);
  const pagefind: PagefindModule = await import(pathToFileURL(module).href);
  const instance = pagefind.createInstance({ basePath: `${served.origin}/pagefind/` });
  return {
    async search(query: string): Promise<string[]> {
      const { results } = await instance.search(query);
      const first = await Promise.all(results.slice(0, FIRST).map((result) => result.data()));
      return first.map(({ url }) => new URL(url, served.origin).pathname.slice(1));
    },
    close() {
      served.close();
      rmSync(work, { recursive: true, force: true });
    },
  };
}
