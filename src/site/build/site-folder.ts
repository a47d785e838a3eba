import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { stateDirOf } from './state-dir.ts';

/** A file of the site: `path` is relative, with slashes. */
export interface SiteFile {
  readonly path: string;
  readonly body: string | Uint8Array;
}

export interface FileCounts {
  written: number;
  unchanged: number;
  removed: number;
}

/**
 * The folder that is published. A file is replaced as a whole or not at all, and only when its bytes differ: readers never
 * see half of one, and a deploy uploads what changed.
 *
 * Writes are synchronous: four small files per domain cost less that way than their promises do.
 */
export interface SiteFolder {
  readonly counts: FileCounts;
  write(file: SiteFile): void;
  remove(path: string): void;
  /** Removes a folder with all that is in it. */
  removeFolder(path: string): void;
}

/**
 * `writer`: names the temporary file, and is different for each thread that writes at the same time. The file lies beside the site, not in
 * it: what a killed build leaves is not published, and the next build writes over it.
 */
export function openSiteFolder(dir: string, writer = 'main'): SiteFolder {
  const made = new Set<string>();
  mkdirSync(stateDirOf(dir), { recursive: true });
  const temporary = join(stateDirOf(dir), `${writer}.tmp`);
  const counts = { written: 0, unchanged: 0, removed: 0 };
  return {
    counts,
    write({ path, body }) {
      const target = join(dir, path);
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      if (sameAs(target, bytes)) {
        counts.unchanged++;
        return;
      }
      const folder = dirname(target);
      if (!made.has(folder)) {
        mkdirSync(folder, { recursive: true });
        made.add(folder);
      }
      writeFileSync(temporary, bytes);
      renameSync(temporary, target);
      counts.written++;
    },
    remove(path) {
      if (!existsSync(join(dir, path))) return;
      try {
        rmSync(join(dir, path));
        counts.removed++;
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    removeFolder(path) {
      const target = join(dir, path);
      const inside = readdirSync(target, { recursive: true, withFileTypes: true });
      rmSync(target, { recursive: true });
      counts.removed += inside.filter((entry) => entry.isFile()).length;
    },
  };
}

function sameAs(path: string, bytes: Uint8Array): boolean {
  // Cheaper than the error that reading a file that is not there makes: in a first build none is.
  if (!existsSync(path)) return false;
  try {
    return readFileSync(path).equals(bytes);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Appends lines to a file and returns when they are with the operating system. */
export function appendLines(path: string, lines: readonly string[]): void {
  const file = openSync(path, 'a');
  try {
    writeSync(file, lines.map((line) => `${line}\n`).join(''));
  } finally {
    closeSync(file);
  }
}
