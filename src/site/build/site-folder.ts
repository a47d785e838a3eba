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
import { toStateDir } from './state-dir.ts';

/** File of the site. `path` is relative, with slashes. */
export interface SiteFile {
  readonly path: string;
  readonly body: string | Uint8Array;
}

/** File of the site that depends on no domain, or on several domains. */
export interface SiteFileSource {
  readonly path: string;
  /** Input of the file without the templates. Equal inputs give equal bytes. A page and its Markdown version share an input. */
  readonly input: () => unknown;
  make(): string | Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
}

export interface FileCounts {
  written: number;
  unchanged: number;
  removed: number;
}

/**
 * Published folder. Replaces a file atomically if its bytes differ, so readers get complete files and a deploy uploads only
 * changes. Writes new files synchronously, because promises cost more than small writes.
 */
export interface SiteFolder {
  readonly counts: FileCounts;
  /** Writes a file. Resolves after the file is in place. Other files can be rendered in the meantime. */
  write(file: SiteFile): Promise<void>;
  remove(path: string): void;
  removeFolder(path: string): void;
}

/**
 * Opens a folder. `writer` names the temporary files and differs per concurrent thread. Temporary files are next to the site,
 * so that remains of a killed build are not published. The next build overwrites such remains.
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
        // Use a separate folder, because a file system locks a folder while moving a file out.
        const temporary = join(toStateDir(dir), `${writer}-${number}`, 'file.tmp');
        makeFolder(dirname(temporary));
        writeFileSync(temporary, bytes);
        // Rename asynchronously, because ext4 flushes a file before it replaces another (ext4(5), auto_da_alloc).
        if (isReplaced) await rename(temporary, target);
        else renameSync(temporary, target);
      } finally {
        isInUse[number] = false;
      }
      counts.written++;
    },
    remove(path) {
      if (!existsSync(join(dir, path))) return;
      rmSync(join(dir, path), { force: true });
      counts.removed++;
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

/** Appends lines to a file. Returns after the operating system received the lines. */
export function appendLines(path: string, lines: readonly string[]): void {
  const file = openSync(path, 'a');
  try {
    writeSync(file, lines.map((line) => `${line}\n`).join(''));
  } finally {
    closeSync(file);
  }
}
