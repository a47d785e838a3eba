import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const ENGINE = join(import.meta.dirname, '../../packages/llmstxt/src');
/** What a visitor's browser may have to load for the live check. */
const MAX_GZIPPED_BYTES = 40 * 1024;

it('the engine fits into a browser: nothing from outside, at most 40 kB gzipped', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export { lint, applyFixes, stringify, diff, createPreview, RULES, parse } from './index.ts';",
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
  const bytes = gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
  console.log(`engine for the browser: ${bytes} bytes gzipped`);
  expect(bytes).toBeLessThanOrEqual(MAX_GZIPPED_BYTES);
});
