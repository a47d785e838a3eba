import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { writeTypes } from '../../llmstxt/build/write-types.ts';

/** Makes dist/, which is what the published package consists of: one module over the engine, and its types. */
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
  external: ['parse5'],
  plugins: [
    {
      name: 'use-engine',
      setup({ onResolve }) {
        onResolve({ filter: /\/llmstxt\/src\/index\.ts$/ }, () => ({
          path: '@llms-txt-directory/llmstxt',
          external: true,
        }));
      },
    },
  ],
});
writeTypes(root, 'dist/all-types', 'astro-llmstxt/src/llmstxt.d.ts');
// The compiler also writes the engine's types, which its own package has.
renameSync(join(root, 'dist/all-types/astro-llmstxt/src'), join(root, 'dist/types'));
rmSync(join(root, 'dist/all-types'), { recursive: true });
