import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const ENGINE = join(import.meta.dirname, '../../packages/llmstxt/src');
/** What a visitor's browser may have to load for the live check. */
const MAX_GZIPPED_BYTES = 40 * 1024;
/** No page compares versions in the browser: who wants that as well loads this much more. */
const MAX_BYTES_OF_DIFF = 1024;

async function gzippedBytesOf(names: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names} } from './index.ts';`,
      resolveDir: ENGINE,
      loader: 'ts',
    },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
}

it('the engine fits into a browser: nothing from outside, at most 40 kB gzipped, and 1 kB more with diff', async () => {
  const names = 'lint, applyFixes, stringify, createPreview, RULES, parse';
  const bytes = await gzippedBytesOf(names);
  const withDiff = await gzippedBytesOf(`${names}, diff`);
  console.log(`engine for the browser: ${bytes} bytes gzipped, ${withDiff} with diff`);
  expect(bytes).toBeLessThanOrEqual(MAX_GZIPPED_BYTES);
  expect(withDiff - bytes).toBeLessThanOrEqual(MAX_BYTES_OF_DIFF);
});
