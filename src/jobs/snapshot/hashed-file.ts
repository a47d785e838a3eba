import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: number;
}

/** Compressed file, written by rows. Equal rows give equal bytes, because gzip gets no time. */
export interface HashedFile {
  /** Resolves when the next row may be written. */
  write(text: string, rows?: number): Promise<void>;
  /** Resolves after everything is on disk. */
  end(): Promise<WrittenFile>;
}

export function openHashedFile(path: string): HashedFile {
  const hash = createHash('sha256');
  let bytes = 0;
  let rows = 0;
  const gzip = createGzip();
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const written = pipeline(gzip, count, createWriteStream(path, { flush: true }));
  // Ignore the rejection here, because the next write or the end throws it.
  written.catch(() => {});
  return {
    async write(text, more = 1) {
      rows += more;
      if (text !== '' && !gzip.write(text)) await Promise.race([once(gzip, 'drain'), written]);
    },
    async end() {
      gzip.end();
      await written;
      return { bytes, sha256: hash.digest('hex'), rows };
    },
  };
}
