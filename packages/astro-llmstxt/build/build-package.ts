import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { writeTypes } from '../../llmstxt/build/write-types.ts';

/** Builds dist/, the content of the published package: one module over the engine, and its types. */
const root = join(import.meta.dirname, '..');
rmSync(join(root, 'dist'), { recursive: true, force: true });
await build({
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  logLevel: 'warning',
  entryPoints: ['src/llmstxt.ts'],
  outfile: 'dist/index.js',
  plugins: [
    {
      name: 'use-engine',
      setup({ onResolve }) {
        onResolve({ filter: /\/src\/index\.ts$/ }, () => ({
          path: '@llms-txt-directory/llmstxt',
          external: true,
        }));
      },
    },
  ],
});
writeTypes(root, 'dist/types', 'astro-llmstxt/src/llmstxt.d.ts');
