import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { COMPILED_FROM, compileSite } from '../../../src/site/build/compile-site.ts';
import { loadSiteApp } from '../../../src/site/build/site-app.ts';
import { CONTENT_SECURITY_POLICY } from '../../../src/site/security-policy.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Matches value imports from repository files. Type imports leave nothing in the compiled app. */
const IMPORT = /^(?:import|export)\s(?!type\b)[^'";]*?from\s+'(\.[^']+)'/gm;

async function importedFrom(entries: readonly string[]): Promise<string[]> {
  const found = new Set(entries);
  for (const file of found) {
    for (const [, path = ''] of (await readFile(file, 'utf8')).matchAll(IMPORT)) {
      const imported = join(dirname(file), path);
      if (/\.(?:tsx?|astro)$/.test(imported)) found.add(imported);
    }
  }
  return [...found].map((file) => relative(ROOT, file));
}

it('compiles the pages again after a change of an imported file', async () => {
  const folder = join(ROOT, 'src/pages');
  const pages = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.astro'))
    .map((name) => join(folder, name));
  const files = await importedFrom([...pages, join(ROOT, 'src/site/app.ts')]);
  expect(files.length).toBeGreaterThan(pages.length + 50);
  expect(files.filter((file) => !COMPILED_FROM.some((input) => file.startsWith(`${input}/`)))).toEqual([]);
});

it('writes the content policy into each page, for hosts without our headers', async () => {
  const app = await loadSiteApp((await compileSite(tmpdir())).dir, { name: 'Harbour', baseUrl: 'https://dir.example' });
  const html = Buffer.from(await app.page('/404', { kind: 'not-found' })).toString();
  expect(html.replaceAll('&#39;', "'")).toContain(
    `<meta http-equiv="content-security-policy" content="${CONTENT_SECURITY_POLICY}">`,
  );
});
