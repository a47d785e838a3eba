import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Opens a compressed file, written by rows. Equal rows give equal bytes, because gzip gets no time. */
export function openHashedFile(path: string) {
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
    /** Resolves when the next row may be written. */
    async write(text: string, more: number = 1) {
      rows += more;
      if (text !== '' && !gzip.write(text)) await Promise.race([once(gzip, 'drain'), written]);
    },
    /** Resolves after everything is on disk. */
    async end() {
      gzip.end();
      await written;
      return { bytes, sha256: hash.digest('hex'), rows };
    },
  };
}
