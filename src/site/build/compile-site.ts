import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { access, constants, copyFile, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { findCode } from '../../directory/find-code.ts';
import { markUsed, removeOldApps } from './compiled-apps.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Sources of the compiled app. */
export const COMPILED_FROM: readonly string[] = [
  'astro.config.mjs',
  'docs/operating.md',
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

/**
 * Returns the compiled Astro app of the current sources from `dist/<fingerprint>`, and compiles it if needed. `dir` has
 * `server/entry.mjs` and `client/`.
 * `dataDir` replaces the project folder if that is not writable.
 */
export async function compileSite(dataDir: string) {
  const fingerprint = computeFingerprint(COMPILED_FROM);
  const own = join(ROOT, 'dist', fingerprint);
  const isOwn = isCompiled(own) || (await isWritable(ROOT));
  const dir = isOwn ? own : join(dataDir, 'compiled', fingerprint);
  if (!isCompiled(dir)) await (isOwn ? compileInto(dir, ROOT) : compileCopy(dir));
  await markUsed(dir);
  return { dir, fingerprint };
}

function isCompiled(dir: string): boolean {
  return existsSync(join(dir, 'server/entry.mjs'));
}

async function isWritable(folder: string): Promise<boolean> {
  return await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Compiles a copy of the sources, because the compiler writes into their folder. Links the packages. */
export async function compileCopy(dir: string): Promise<void> {
  const home = dirname(dir);
  const copy = workFolder(dir);
  await mkdir(home, { recursive: true });
  try {
    for (const file of [...COMPILED_FROM, 'package.json', 'tsconfig.json'].flatMap((name) =>
      listFiles(join(ROOT, name)),
    )) {
      const target = join(copy, relative(ROOT, file));
      // Create folders, because copied folders would be read-only.
      await mkdir(dirname(target), { recursive: true });
      await copyFile(file, target);
    }
    await linkPackages(copy);
    // Link the packages next to the compiled app too, because the app imports packages.
    await linkPackages(home);
    await compileInto(dir, copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Returns an unused path next to `dir`, because two compilations of one process would overwrite each other's files. */
function workFolder(dir: string): string {
  return `${dir}.${randomUUID()}`;
}

async function linkPackages(folder: string): Promise<void> {
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules')).catch((error: unknown) => {
    if (findCode(error) !== 'EEXIST') throw error;
  });
}

async function compileInto(dir: string, sources: string): Promise<void> {
  const work = workFolder(dir);
  const astro = join(ROOT, 'node_modules/astro/bin/astro.mjs');
  try {
    await promisify(execFile)(process.execPath, [astro, 'build', '--silent', '--outDir', relative(sources, work)], {
      cwd: sources,
      timeout: COMPILE_TIMEOUT_MS,
    });
    await mkdir(dirname(dir), { recursive: true });
    await rename(work, dir).catch((error: unknown) => {
      // Ignore the error if another process compiled these sources in the meantime.
      if (!isCompiled(dir)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  await removeOldApps(dirname(dir), dir);
}

/**
 * Hashes names and bytes of files below the project's root. Reads synchronously, because this takes a tenth of the time for 600
 * small files.
 */
export function computeFingerprint(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of listFiles(join(ROOT, input))) {
      hash.update(relative(ROOT, file).replaceAll(sep, '/')).update('\0');
      hash.update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function listFiles(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [path] : [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
