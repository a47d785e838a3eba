import { Readable } from 'node:stream';
import { crc32, createGunzip, createInflateRaw } from 'node:zlib';

/** Zip file format (PKWARE APPNOTE 6.3.10): signatures and fixed sizes of the records that are read. */
const LOCAL_HEADER = { signature: 0x04034b50, bytes: 30 } as const;
const CENTRAL_HEADER = { signature: 0x02014b50, bytes: 46 } as const;
const END_OF_DIRECTORY = { signature: 0x06054b50, bytes: 22, maxComment: 0xffff } as const;
const STORED = 0;
const DEFLATED = 8;
/** General purpose bit 0. */
const ENCRYPTED = 1;
const GZIP = 0x8b1f;
/** A million names are 23 MB; ten times that is no list of ours. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;

/** What a list is wrong with, in a sentence. */
export class ListError extends Error {
  override readonly name = 'ListError';
}

/** The content of a file that is plain, gzipped, or the first entry of a zip, in pieces. Throws a `ListError` where it is damaged. */
export async function* unpack(file: Buffer): AsyncGenerator<Buffer> {
  const start = file.length < 4 ? 0 : file.readUInt32LE(0);
  if (start === LOCAL_HEADER.signature) yield* checked(file, findEntry(file));
  else if ((start & 0xffff) === GZIP) yield* inflated(file, createGunzip());
  else yield file;
}

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly bytes: number;
  readonly data: Buffer;
}

/** By the directory at the end, because what stands before an entry may leave its sizes out. */
function findEntry(file: Buffer): Entry {
  const end = findEnd(file);
  const at = file.readUInt32LE(end + 16);
  if (at + CENTRAL_HEADER.bytes > file.length || file.readUInt32LE(at) !== CENTRAL_HEADER.signature) {
    throw new ListError('the zip file has no entry');
  }
  if ((file.readUInt16LE(at + 8) & ENCRYPTED) !== 0) throw new ListError('the zip file is encrypted');
  const packedBytes = file.readUInt32LE(at + 20);
  const local = file.readUInt32LE(at + 42);
  if (local + LOCAL_HEADER.bytes > file.length || file.readUInt32LE(local) !== LOCAL_HEADER.signature) {
    throw new ListError('the zip file is damaged: its entry is not where its directory says');
  }
  const from = local + LOCAL_HEADER.bytes + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  if (from + packedBytes > file.length) throw new ListError('the zip file is cut off');
  return {
    method: file.readUInt16LE(at + 10),
    crc: file.readUInt32LE(at + 16),
    bytes: file.readUInt32LE(at + 24),
    data: file.subarray(from, from + packedBytes),
  };
}

function findEnd(file: Buffer): number {
  const last = file.length - END_OF_DIRECTORY.bytes;
  for (let at = last; at >= Math.max(0, last - END_OF_DIRECTORY.maxComment); at--) {
    if (file.readUInt32LE(at) === END_OF_DIRECTORY.signature) return at;
  }
  throw new ListError('the zip file is cut off: its directory is missing');
}

async function* checked(file: Buffer, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw new ListError(`the zip file is packed by method ${entry.method}, which is not read here`);
  }
  const pieces = entry.method === STORED ? [entry.data] : inflated(entry.data, createInflateRaw());
  let crc = 0;
  let bytes = 0;
  for await (const piece of pieces) {
    crc = crc32(piece, crc);
    bytes += piece.length;
    yield piece;
  }
  if (crc !== entry.crc || bytes !== entry.bytes) {
    throw new ListError(`the zip file is damaged: ${file.length} bytes whose checksum is wrong`);
  }
}

async function* inflated(
  packed: Buffer,
  decoder: ReturnType<typeof createGunzip> | ReturnType<typeof createInflateRaw>,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of Readable.from([packed]).pipe(decoder)) {
      bytes += piece.length;
      if (bytes > MAX_UNPACKED_BYTES) throw new ListError('the list is far too long');
      yield piece;
    }
  } catch (error) {
    if (error instanceof ListError) throw error;
    throw new ListError(`the list cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    decoder.destroy();
  }
}
