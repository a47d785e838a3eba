import { DirectoryError } from '../../../src/directory/errors.ts';
import type { FileBody } from '../../../src/site/build/built-files.ts';
import type { Answer, SentAnswer } from './answer.ts';

/** Largest file sent from one read. A larger file is streamed, so that each slow client holds one chunk. */
export const MAX_READ_BYTES = 64 * 1024;

interface FileRequest {
  readonly method: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Failure of a range that starts after the end of the file. */
export class RangeNotSatisfiable extends DirectoryError {
  readonly contentRange: string;

  constructor(bytes: number) {
    super('range.not_satisfiable', `The file has ${bytes} bytes.`);
    this.contentRange = `bytes */${bytes}`;
  }
}

export function isFileBody(body: Answer['body']): body is FileBody {
  return body !== null && typeof body === 'object' && 'stream' in body;
}

/**
 * Opens the file of an answer, or the requested range (RFC 9110 §14). HEAD reads nothing. A range that fails
 * `ifRange` is ignored. Throws `RangeNotSatisfiable`.
 */
export async function openFile(
  answer: Answer,
  file: FileBody,
  { method, range, ifRange }: FileRequest,
): Promise<SentAnswer> {
  const { etag, 'last-modified': lastModified } = answer.headers;
  // Compare the date exactly (RFC 9110 §13.1.5).
  const isSame = ifRange === undefined || ifRange === etag || ifRange === lastModified;
  const isAsked = range !== undefined && isSame;
  const part = method === 'GET' && isAsked && answer.status === 200 ? parseRange(range, file.bytes) : null;
  const { start, end } = part ?? { start: 0, end: file.bytes - 1 };
  const bytes = end - start + 1;
  const isSmall = part === null && bytes <= MAX_READ_BYTES;
  const chunks = method === 'HEAD' || isSmall ? null : file.stream(start, end);
  const body = method === 'HEAD' ? null : chunks ? toReadableStream(chunks) : await file.read();
  const headers = {
    ...answer.headers,
    'accept-ranges': 'bytes',
    'content-length': String(body instanceof Uint8Array ? body.length : bytes),
    ...(part && { 'content-range': `bytes ${start}-${end}/${file.bytes}` }),
  };
  return { status: part ? 206 : answer.status, headers, body, ...(chunks && { chunks }) };
}

/** Names of units ignore case (RFC 9110 §14.1). */
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/** Returns null for several ranges and other units, which a server may ignore (RFC 9110 §14.2). */
function parseRange(field: string, bytes: number): ByteRange | null {
  const [, first = '', last = ''] = RANGE.exec(field.replace(/[ \t]/g, '')) ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  if (start >= bytes || end < start) throw new RangeNotSatisfiable(bytes);
  return { start, end };
}

/** Reads and copies the next chunk on demand. A disconnect closes the file. */
function toReadableStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
