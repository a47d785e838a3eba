import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { findCode } from '../../directory/find-code.ts';

/** Fault of a file that is not a complete copy. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

// Longest line: a visit with a text of 1 MiB and every character escaped.
const LONGEST_LINE_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 10;

/** Yields the lines of a compressed file without line feeds. Throws a `CopyError` if the file is damaged. */
export async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const unpacked = createGunzip();
  const unpacking = pipeline(createReadStream(file), unpacked);
  // Ignore the rejection, because the loop below throws the same error.
  unpacking.catch(() => {});
  let parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
        parts.push(chunk.subarray(from, at));
        yield Buffer.concat(parts);
        parts = [];
        bytes = 0;
        from = at + 1;
      }
      parts.push(chunk.subarray(from));
      bytes += chunk.length - from;
      if (bytes > LONGEST_LINE_BYTES) throw new CopyError('a line is too long for a copy');
    }
  } catch (error) {
    throw toCopyError(error);
  } finally {
    unpacked.destroy();
  }
  if (bytes > 0) throw new CopyError('the last line has no end, so the copy is incomplete');
}

function toCopyError(error: unknown): unknown {
  return /^(Z_|ERR_STREAM_PREMATURE)/.test(findCode(error))
    ? new CopyError('the file cannot be unpacked, because it is damaged, incomplete, or not a copy', { cause: error })
    : error;
}
