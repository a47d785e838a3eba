import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const ENGINE = join(import.meta.dirname, '../../src/llmstxt');
/** What a visitor's browser may have to load for the live check. */
const MAX_GZIPPED_BYTES = 40 * 1024;

it('the engine fits into a browser: nothing from outside, at most 40 kB gzipped', async () => {
  const stdin =
    "export * from './inspect.ts'; export * from './fix.ts'; export * from './render.ts'; export * from './diff.ts'; export * from './preview.ts'; export * from './rules.ts'; export * from './parse.ts';";
  const options = {
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  } as const;
  const { outputFiles } = await build({ ...options, stdin: { contents: stdin, resolveDir: ENGINE, loader: 'ts' } });
  const bytes = gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
  console.log(`engine for the browser: ${bytes} bytes gzipped`);
  expect(bytes).toBeLessThanOrEqual(MAX_GZIPPED_BYTES);
});

it('the engine imports only itself', () => {
  const files = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const foreign = files.flatMap((file) => {
    const source = readFileSync(join(ENGINE, file), 'utf8');
    return [...source.matchAll(/^(?:import|export)\s[^;]*?from '([^']+)'/gm)].flatMap(([, from = '']) =>
      from.startsWith('.') ? [] : [`${file}: ${from}`],
    );
  });
  expect(foreign).toEqual([]);
});
