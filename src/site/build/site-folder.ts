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
import { rename } from 'node:fs/promises';
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
 * Writes of new files are synchronous: several small files per domain cost less that way than their promises do.
 */
export interface SiteFolder {
  readonly counts: FileCounts;
  /** Resolves when the file is in its place. Others can be made meanwhile. */
  write(file: SiteFile): Promise<void>;
  remove(path: string): void;
  /** Removes a folder with all that is in it. */
  removeFolder(path: string): void;
}

/**
 * `writer`: names the temporary files, and is different for each thread that writes at the same time. They lie beside the site, not in
 * it: what a killed build leaves is not published, and the next build writes over it.
 */
export function openSiteFolder(dir: string, writer = 'main'): SiteFolder {
  const made = new Set<string>();
  const makeFolder = (folder: string) => {
    if (made.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    made.add(folder);
  };
  const isInUse: boolean[] = [];
  const counts = { written: 0, unchanged: 0, removed: 0 };
  return {
    counts,
    async write({ path, body }) {
      const target = join(dir, path);
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      const isReplaced = existsSync(target);
      if (isReplaced && sameAs(target, bytes)) {
        counts.unchanged++;
        return;
      }
      makeFolder(dirname(target));
      const number = isInUse.includes(false) ? isInUse.indexOf(false) : isInUse.length;
      isInUse[number] = true;
      try {
        // In a folder of its own, because a file system locks a folder while a file is moved out of it.
        const temporary = join(stateDirOf(dir), `${writer}-${number}`, 'file.tmp');
        makeFolder(dirname(temporary));
        writeFileSync(temporary, bytes);
        // ext4 writes a file out before it takes the place of another (ext4(5), auto_da_alloc): the thread does not wait for that.
        if (isReplaced) await rename(temporary, target);
        else renameSync(temporary, target);
      } finally {
        isInUse[number] = false;
      }
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
