import { Readable } from 'node:stream';
import { crc32, createGunzip } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';
import { toMessage } from '../../directory/to-message.ts';

/** First bytes of a zip file (PKWARE APPNOTE 6.3.10 §4.3.7) and of a gzip file (RFC 1952 §2.3.1). */
const ZIP = 'PK\x03\x04';
const GZIP = '\x1f\x8b';
/** Largest unpacked list, ten times the 23 MB of a million names. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
/** Most bytes of an unpacked piece. With Node's default of 16 kB, the stream takes longer than the unpacking. */
const PIECE_BYTES = 256 * 1024;
const TOO_LONG = 'the list is far too long';

/** Fault of a list, as a sentence. */
export class ListError extends Error {
  override readonly name = 'ListError';
}

/**
 * Yields the content of a plain or gzipped file, or of the first entry of a zip, in pieces. Throws a `ListError` if
 * the file is damaged.
 */
export async function* unpack(file: Buffer): AsyncGenerator<Buffer> {
  const start = file.toString('latin1', 0, ZIP.length);
  if (start === ZIP) yield* bounded(firstEntryOf(file));
  else if (start.startsWith(GZIP)) yield* bounded(Readable.from([file]).pipe(createGunzip({ chunkSize: PIECE_BYTES })));
  else yield file;
}

async function* bounded(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > MAX_UNPACKED_BYTES) throw new ListError(TOO_LONG);
      yield piece;
    }
  } catch (error) {
    if (error instanceof ListError) throw error;
    throw new ListError(`the list cannot be unpacked: ${toMessage(error)}`);
  }
}

/** Yields the content of the first entry. Checks its checksum, because yauzl only checks structure, sizes and encryption. */
async function* firstEntryOf(file: Buffer): AsyncGenerator<Buffer> {
  const zip = await fromBufferPromise(file);
  const { value: entry } = await zip.eachEntry().next();
  if (!entry) throw new ListError('the zip file has no entry');
  if (entry.uncompressedSize > MAX_UNPACKED_BYTES) throw new ListError(TOO_LONG);
  const content: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
  let checksum = 0;
  for await (const piece of content) {
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (checksum !== entry.crc32) throw new ListError('the zip file is damaged, because its checksum is wrong');
}
