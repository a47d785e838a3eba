import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { entityTag } from '../entity-tag.ts';
import { HASHED } from '../hashed-files.ts';
import { contentTypeOf } from './content-type.ts';
import { fileOf, htmlFileOf } from './file-of.ts';

/** A file that the build has written, as a server answers it. */
export interface BuiltFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  /** Strong: made from the bytes. */
  readonly etag: string;
  /** Its name changes with its bytes, so it may be kept for ever. */
  readonly immutable: boolean;
}

export interface BuiltFiles {
  /** The file for the path of a URL (without query, still percent-encoded); null when the build has not made one. */
  find(path: string): Promise<BuiltFile | null>;
}

/** Nothing that starts with a dot, no empty, `.` or `..` segment, and only the characters that our own files use. */
const SAFE_PATH = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

export function openBuiltFiles(dir: string): BuiltFiles {
  const read = (file: string) => readFile(join(dir, file)).catch(() => null);
  return {
    async find(path) {
      if (path !== '/' && !SAFE_PATH.test(path)) return null;
      // `/domain/a.example.md` is the twin of a.example where that is listed, and otherwise the page of a.example.md.
      const plain = path === '/' || contentTypeOf(extname(path)) === null ? null : await read(fileOf(path));
      const body = plain ?? (await read(htmlFileOf(path)));
      if (!body) return null;
      return {
        body,
        contentType: (plain && contentTypeOf(extname(path))) || 'text/html; charset=utf-8',
        etag: entityTag(body),
        immutable: HASHED.test(path),
      };
    },
  };
}
