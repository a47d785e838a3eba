import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { toMessage } from '../../directory/to-message.ts';
import { SEARCH_FOLDER } from '../browser/site-index.ts';
import { computeHash } from './compute-hash.ts';
import type { Ledger } from './ledger.ts';
import { isMissing, type SiteFile, type SiteFileSource, type SiteFolder } from './site-folder.ts';

export interface SiteFilesBuild {
  readonly ledger: Ledger;
  readonly folder: SiteFolder;
  readonly outDir: string;
  readonly signal?: AbortSignal | undefined;
  onProgress(done: number, total: number): void;
}

export interface FailedFile {
  readonly path: string;
  readonly reason: string;
}

/** Files per ledger write. A killed build repeats at most this number. */
const REMEMBERED_AT_ONCE = 100;

/**
 * Writes files with a changed input, and removes obsolete files. A failed file keeps its old version, and the next
 * build retries. Returns the failed files.
 */
export async function writeSiteFiles(
  files: readonly SiteFileSource[],
  build: SiteFilesBuild,
): Promise<readonly FailedFile[]> {
  const { ledger, folder, outDir, signal, onProgress } = build;
  const failed: FailedFile[] = [];
  const inputHash = hasher();
  const isThere = presence(outDir);
  const written = new Map<string, string>();
  const writes: Promise<void>[] = [];
  const fail = (path: string, error: unknown) => {
    failed.push({ path, reason: toMessage(error) });
  };
  const remember = async () => {
    await Promise.all(writes.splice(0));
    ledger.setInputs(written);
    written.clear();
  };
  const write = async (path: string, hash: string, body: SiteFile['body']) => {
    try {
      await folder.write({ path, body });
      written.set(path, hash);
    } catch (error) {
      fail(path, error);
    }
  };
  try {
    for (const [at, { path, input, make }] of files.entries()) {
      signal?.throwIfAborted();
      onProgress(at, files.length);
      const hash = inputHash(input);
      if (!ledger.differs(path, hash) && isThere(path)) continue;
      try {
        // Move files into place while other files are rendered.
        writes.push(write(path, hash, await make()));
      } catch (error) {
        fail(path, error);
      }
      if (writes.length === REMEMBERED_AT_ONCE) await remember();
    }
  } finally {
    await remember();
  }
  const made = new Set(files.map(({ path }) => path));
  for (const path of ledger.inputPaths()) {
    // Earlier builds recorded the folder of the index here.
    if (made.has(path) || path === SEARCH_FOLDER) continue;
    folder.remove(path);
    ledger.dropInput(path);
  }
  return failed;
}

/** Creates a function that hashes an input, once for a page and its Markdown version, because they are consecutive. */
function hasher(): (input: () => unknown) => string {
  let last: { readonly input: () => unknown; readonly hash: string } | null = null;
  return (input) => {
    if (last?.input !== input) last = { input, hash: computeHash(input()) };
    return last.hash;
  };
}

/** Creates a function that reports whether a file existed when its folder was first read. Many files share a folder. */
function presence(outDir: string): (path: string) => boolean {
  const folders = new Map<string, ReadonlySet<string>>();
  return (path) => {
    const folder = dirname(path);
    const names = folders.get(folder) ?? namesIn(join(outDir, folder));
    folders.set(folder, names);
    return names.has(basename(path));
  };
}

function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder));
  } catch (error) {
    if (isMissing(error)) return new Set();
    throw error;
  }
}
