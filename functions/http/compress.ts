import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { FileBody } from '../../src/site/build/built-files.ts';
import type { Answer, SentAnswer } from './answer.ts';
import { isFileBody } from './file-body.ts';
import { parseAccept } from './negotiate.ts';

/** Content codings, our preference first: Brotli makes text a sixth smaller than gzip. */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** A smaller body fits the first packets anyway. */
const MIN_BYTES = 1_024;
/** A larger body is sent as it is: it would be held as a whole while it is compressed, and large files are compressed already. */
const MAX_BYTES = 4 * 1024 * 1024;
/** What is text. Images, fonts and the files of the search index are compressed already. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|x-ndjson)\b|application\/manifest|image\/svg)/;
/** Compressed bodies that are kept: some thousand pages. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** A fifth of the time of the best quality for a tenth more bytes. */
const BROTLI_QUALITY = 5;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * Whether an answer has compressed representations. Only what caches may keep: an answer for one client can hold a secret
 * beside what the client sent, and the length of the two compressed together gives the secret away (BREACH).
 */
export function isCompressible({ status, headers, body }: Answer): boolean {
  if (status !== 200 || body === null || body instanceof ReadableStream) return false;
  if (!headers['cache-control']?.startsWith('public') || !COMPRESSIBLE.test(headers['content-type'] ?? ''))
    return false;
  const bytes = isFileBody(body) ? body.bytes : Buffer.byteLength(body);
  return bytes >= MIN_BYTES && bytes <= MAX_BYTES;
}

/** The coding that `Accept-Encoding` likes best (RFC 9110 §12.5.3), or null for the body as it is. */
export function chooseCoding(acceptEncoding: string | undefined): Coding | null {
  if (acceptEncoding === undefined) return null;
  const weights = new Map(parseAccept(acceptEncoding).map(({ value, q }) => [value, q]));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  let best: Coding | null = null;
  for (const coding of CODINGS) {
    if (weightOf(coding) > (best === null ? 0 : weightOf(best))) best = coding;
  }
  return best;
}

/** The answer with the fields of its compressed representation, which has a tag of its own; its body is not compressed yet. */
export function nameCoding(answer: Answer, coding: Coding): Answer {
  const { etag } = answer.headers;
  const headers = {
    ...answer.headers,
    'content-encoding': coding,
    ...(etag !== undefined && { etag: etag.replace(/"$/, `-${coding}"`) }),
  };
  return { ...answer, headers };
}

/** Compresses bodies, off the main thread, and keeps those whose tag says that they are the same to the byte. */
export type Compress = (answer: Answer, coding: Coding) => Promise<SentAnswer>;

export function createCompress(): Compress {
  const kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });
  const making = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  const make = async (body: string | Uint8Array<ArrayBuffer> | FileBody, coding: Coding) =>
    new Uint8Array(await compressBody(isFileBody(body) ? await body.read() : body, coding));

  /** However many clients ask for a body at once, it is read and compressed once. */
  const makeOnce = (key: string, body: string | Uint8Array<ArrayBuffer> | FileBody, coding: Coding) => {
    const underWay = making.get(key);
    if (underWay) return underWay;
    const made = make(body, coding)
      .then((bytes) => {
        kept.set(key, bytes);
        return bytes;
      })
      .finally(() => making.delete(key));
    making.set(key, made);
    return made;
  };

  return async (answer, coding) => {
    const { body } = answer;
    if (body === null || body instanceof ReadableStream) return { ...answer, body };
    const { etag } = answer.headers;
    const key = etag?.startsWith('"') ? etag : null;
    if (key === null) return { ...answer, body: await make(body, coding) };
    return { ...answer, body: kept.get(key) ?? (await makeOnce(key, body, coding)) };
  };
}

async function compressBody(body: string | Uint8Array, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return await gzipAsync(body);
  return await brotliAsync(body, {
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
      [zlib.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
    },
  });
}
