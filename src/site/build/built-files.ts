import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_PATH } from '../file-path.ts';
import { HASHED } from '../hashed-files.ts';
import { findContentType } from './content-type.ts';
import { createFileTags } from './file-tags.ts';
import { toFile, toHtmlFile } from './to-file.ts';

export interface FileBody {
  readonly bytes: number;
  read(): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Streams the bytes from `start` to `end`, inclusive. Chunks share one buffer, because separate chunks would fill the memory.
   * The stream fails if the file became shorter.
   */
  stream(start: number, end: number): AsyncIterable<Uint8Array>;
}

export interface BuiltFile {
  readonly body: FileBody;
  readonly contentType: string;
  readonly etag: string;
  readonly modifiedMs: number;
  /** True if the name changes with the bytes, so that clients may cache the file forever. */
  readonly immutable: boolean;
}

export interface BuiltFiles {
  /** Returns the file for a URL path (without query, percent-encoded), or null. */
  find(path: string): Promise<BuiltFile | null>;
}

const CHUNK_BYTES = 64 * 1024;

/** Opens the built files. File server libraries do not support these names or the tags of rendered pages. */
export function openBuiltFiles(dir: string): BuiltFiles {
  const findTag = createFileTags(dir);
  const find = async (file: string, contentType: string, immutable: boolean): Promise<BuiltFile | null> => {
    const path = join(dir, file);
    const facts = await stat(path).catch(() => null);
    if (!facts?.isFile()) return null;
    const etag = await findTag(file, facts).catch(() => null);
    return etag === null
      ? null
      : { body: toBody(path, facts.size), contentType, etag, immutable, modifiedMs: facts.mtimeMs };
  };
  return {
    async find(path) {
      if (path !== '/' && !FILE_PATH.test(path)) return null;
      // Serve the Markdown of a.example for `/domain/a.example.md` if a.example is listed, or else the page of a.example.md.
      const plainType = path === '/' ? null : findContentType(path);
      const immutable = HASHED.test(path);
      const plain = plainType === null ? null : await find(toFile(path), plainType, immutable);
      return plain ?? (await find(toHtmlFile(path), 'text/html; charset=utf-8', immutable));
    },
  };
}

function toBody(path: string, bytes: number): FileBody {
  return {
    bytes,
    read: () => readFile(path),
    async *stream(start, end) {
      const file = await open(path);
      try {
        const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
        for (let at = start; at <= end; ) {
          const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK_BYTES, end + 1 - at), at);
          // Fail, because the answer declared its length.
          if (bytesRead === 0) throw new Error(`${path} became shorter during the answer`);
          yield chunk.subarray(0, bytesRead);
          at += bytesRead;
        }
      } finally {
        await file.close();
      }
    },
  };
}
