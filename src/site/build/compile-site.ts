import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { markUsed, removeOldApps } from './compiled-apps.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** All that the compiled app is made of. */
export const COMPILED_FROM: readonly string[] = [
  'astro.config.mjs',
  'package-lock.json',
  'packages/llmstxt/src',
  'src/content',
  'src/directory',
  'src/extract',
  'src/fetch',
  'src/ownership',
  'src/pages',
  'src/search',
  'src/site',
];
const COMPILE_TIMEOUT_MS = 120_000;

export interface CompiledSite {
  /** Folder with `server/entry.mjs` and `client/`. */
  readonly dir: string;
  /** Changes when, and only when, the site's sources change. */
  readonly fingerprint: string;
}

/** The compiled Astro app of the present sources: found in `dist/<fingerprint>`, or compiled into it. */
export async function compileSite(): Promise<CompiledSite> {
  const fingerprint = fingerprintOf(COMPILED_FROM);
  const dir = join(ROOT, 'dist', fingerprint);
  if (!existsSync(join(dir, 'server/entry.mjs'))) await compileInto(dir);
  await markUsed(dir);
  return { dir, fingerprint };
}

async function compileInto(dir: string): Promise<void> {
  const work = `${dir}.${process.pid}.tmp`;
  const astro = join(ROOT, 'node_modules/astro/bin/astro.mjs');
  try {
    await promisify(execFile)(process.execPath, [astro, 'build', '--silent', '--outDir', relative(ROOT, work)], {
      cwd: ROOT,
      timeout: COMPILE_TIMEOUT_MS,
    });
    await mkdir(join(ROOT, 'dist'), { recursive: true });
    await rename(work, dir).catch((error: unknown) => {
      // Another process has compiled the same sources meanwhile.
      if (!existsSync(join(dir, 'server/entry.mjs'))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  await removeOldApps(join(ROOT, 'dist'), dir);
}

/** A hash of files and folders below the project's root: their names and bytes. Some 600 small files take a tenth of the time without promises. */
export function fingerprintOf(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of filesOf(join(ROOT, input))) {
      hash.update(relative(ROOT, file).replaceAll(sep, '/')).update('\0');
      hash.update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function filesOf(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [path] : [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
