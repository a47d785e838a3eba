import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const ENGINE = join(import.meta.dirname, '../../packages/llmstxt/src');
const KB = 1_000;

/** Bundles and minifies a program that imports these names. */
async function bundle(names: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${names} } from './index.ts';`, resolveDir: ENGINE, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** Most bytes of the live check of a draft. The word table of the quality score needs 6 kB. */
const MAX_GZIPPED_BYTES = 45 * 1024;

it('bundles the check and the fixes of a text without imports in at most 45 KiB gzipped', async () => {
  const code = await bundle('lintText, applyFixes');
  const bytes = gzipSync(code, { level: 9 }).length;
  console.log(`live check: ${bytes} bytes gzipped`);
  expect(bytes).toBeLessThanOrEqual(MAX_GZIPPED_BYTES);
});

// Budgets in bytes. The parser reads all of CommonMark and common deviations, so a program uses all of it.
const budgets: [name: string, maxBytes: number][] = [
  ['countBytes', 3 * KB],
  ['decodeBody', 3 * KB],
  ['stringify', 3 * KB],
  ['createPreview', 3 * KB],
  ['diff', 5 * KB],
  ['simulateReaders', 10 * KB],
  ['parse', 45 * KB],
];
it.each(budgets)('bundles %s in at most %i bytes', async (name, maxBytes) => {
  expect((await bundle(name)).length).toBeLessThanOrEqual(maxBytes);
});
