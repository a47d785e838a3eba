import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const RELATIVE_IMPORT = /(?<=(?:from |import\()['"])(\.{1,2}\/[^'"]+)\.ts(?=['"])/g;

/**
 * Writes the declarations of a package from its tsconfig.build.json. Only `entry` and its imports stay. The declarations import
 * `.js` files, as other compilers expect.
 */
export function writeTypes(root: string, outDir: string, entry: string): void {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
  const used = new Set<string>();
  keep(resolve(root, outDir, entry), used);
  for (const file of globSync(`${outDir}/**/*.d.ts`, { cwd: root })) {
    const path = resolve(root, file);
    if (!used.has(path)) rmSync(path);
  }
}

/** Rewrites a file and its imports. The compiler rewrites imports in code but not in declarations. */
function keep(path: string, kept: Set<string>): void {
  if (kept.has(path)) return;
  kept.add(path);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(RELATIVE_IMPORT, '$1.js'));
  for (const [, name] of text.matchAll(RELATIVE_IMPORT)) keep(resolve(dirname(path), `${name}.d.ts`), kept);
}
