import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SEARCH_FOLDER } from '../search-manifest.ts';
import { hashOf } from './hash-of.ts';
import type { Ledger } from './ledger.ts';
import type { SiteFileSource } from './site-file-source.ts';
import type { SiteFolder } from './site-folder.ts';

export interface SiteFilesBuild {
  readonly ledger: Ledger;
  readonly folder: SiteFolder;
  readonly outDir: string;
  readonly signal?: AbortSignal | undefined;
  onProgress(done: number, total: number): void;
}

/** A file that could not be made. */
export interface FailedFile {
  readonly path: string;
  readonly reason: string;
}

/**
 * Writes the files whose input has changed since the last build, and removes those that are no longer made. One that cannot be made
 * stays as it was, and the next build tries again. Returns those.
 */
export async function writeSiteFiles(
  files: readonly SiteFileSource[],
  build: SiteFilesBuild,
): Promise<readonly FailedFile[]> {
  const { ledger, folder, outDir, signal, onProgress } = build;
  const failed: FailedFile[] = [];
  const inputHash = hasher();
  for (const [at, { path, input, make }] of files.entries()) {
    signal?.throwIfAborted();
    onProgress(at, files.length);
    const hash = inputHash(input);
    if (!ledger.differs(path, hash) && existsSync(join(outDir, path))) continue;
    try {
      folder.write({ path, body: await make() });
      ledger.setInput(path, hash);
    } catch (error) {
      failed.push({ path, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  const made = new Set(files.map(({ path }) => path));
  for (const path of ledger.inputPaths()) {
    if (made.has(path) || path === SEARCH_FOLDER) continue;
    folder.remove(path);
    ledger.dropInput(path);
  }
  return failed;
}

/** A page and its Markdown twin follow one another and are made from one input: it is written as JSON once. */
function hasher(): (input: unknown) => string {
  let last: { readonly input: unknown; readonly hash: string } | null = null;
  return (input) => {
    if (last?.input !== input || last === null) last = { input, hash: hashOf(input) };
    return last.hash;
  };
}
