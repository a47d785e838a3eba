import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { paths } from '../../src/directory/urls.ts';
import { openBuiltFiles } from '../../src/site/build/built-files.ts';
import { compileSite } from '../../src/site/build/compile-site.ts';
import { buildSearch, type IndexWordStore } from '../../src/site/build/search-index.ts';
import { loadSiteApp } from '../../src/site/build/site-app.ts';
import { openSiteFolder } from '../../src/site/build/site-folder.ts';
import { toHtmlFile } from '../../src/site/build/to-file.ts';
import { compareRows, type Row } from '../../src/site/content/row.ts';
import { emptySearch } from '../../src/site/content/views/search/search-data.ts';
import { listenLocally } from '../listen-locally.ts';
import { listIndexWords } from '../site/build/index-words.ts';

export interface ServedSearch {
  /** Address of the page. */
  readonly url: string;
  /** Updates the index to these sites. */
  write(rows: readonly Row[], store?: IndexWordStore): Promise<void>;
  /** Returns the bytes sent so far, with their headers. */
  sent(): number;
  close(): Promise<void>;
}

export async function serveSearch(): Promise<ServedSearch> {
  const work = mkdtempSync(join(tmpdir(), 'search-'));
  const outDir = join(work, 'site');
  const compiled = await compileSite(tmpdir());
  const app = await loadSiteApp(compiled.dir, { name: 'Directory', baseUrl: 'https://dir.example' });
  cpSync(join(compiled.dir, 'client'), outDir, { recursive: true });
  const page = await app.page(paths.search, { kind: 'search', ...emptySearch([]) });
  writeFileSync(join(outDir, toHtmlFile(paths.search)), page);
  const files = openBuiltFiles(outDir);
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const file = await files.find(new URL(request.url ?? '/', 'http://site.invalid').pathname);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const kept = file.immutable ? 'max-age=31536000, immutable' : 'max-age=60';
    const headers = { 'content-type': file.contentType, 'cache-control': kept };
    // Compress texts like a CDN. Pagefind's files are already compressed.
    if (/text|javascript|json/.test(file.contentType)) {
      response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(await file.body.read()));
    } else response.writeHead(200, headers).end(await file.body.read());
  });
  server.on('connection', (socket) => sockets.add(socket));
  const { url, close } = await listenLocally(server);
  return {
    url: `${url}${paths.search}`,
    async write(given, store) {
      const rows = given.toSorted(compareRows);
      const folder = openSiteFolder(outDir);
      const options = {
        folder,
        outDir,
        isWritten: true,
        maxSites: 20_000,
        now: Date.now,
        onProgress: () => {},
      };
      await buildSearch(rows, { store: store ?? listIndexWords(rows), ...options });
    },
    sent: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    async close() {
      await close();
      rmSync(work, { recursive: true, force: true });
    },
  };
}
