import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { FileBody } from '../../../src/site/build/built-files.ts';
import type { Answer, SentAnswer } from './answer.ts';
import { isFileBody } from './file-body.ts';
import { parseAccept } from './negotiate.ts';

/** Content codings, our preference first: Brotli makes text a sixth smaller than gzip. */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** Smallest compressed body. Smaller bodies fit the first packets. */
const MIN_BYTES = 1_024;
/** Largest compressed body. Larger bodies would be held in memory, and large files are already compressed. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Compressible types. Images, fonts and search index files are already compressed. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|x-ndjson)\b|application\/manifest|image\/svg)/;
/** Most cached bytes of compressed bodies, about a thousand pages. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** Brotli quality, with a fifth of the time of the best quality and a tenth more bytes. */
const BROTLI_QUALITY = 5;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * Reports whether an answer has compressed representations. Only answers without a secret are compressed. An answer for one
 * client may contain a secret next to the client's input, whose compressed length reveals the secret (BREACH).
 */
export function isCompressible({ status, headers, body, hasNoSecret }: Answer): boolean {
  if (status !== 200 || body === null || body instanceof ReadableStream) return false;
  if (!hasNoSecret && !headers['cache-control']?.startsWith('public')) return false;
  if (!COMPRESSIBLE.test(headers['content-type'] ?? '')) return false;
  const bytes = isFileBody(body) ? body.bytes : Buffer.byteLength(body);
  return bytes >= MIN_BYTES && bytes <= MAX_BYTES;
}

/** Returns the preferred coding of `Accept-Encoding` (RFC 9110 §12.5.3), or null for no coding. */
export function chooseCoding(acceptEncoding: string | undefined): Coding | null {
  if (acceptEncoding === undefined) return null;
  const weights = new Map(parseAccept(acceptEncoding).map(({ value, q }) => [value, q]));
  const findWeight = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  let best: Coding | null = null;
  for (const coding of CODINGS) {
    if (findWeight(coding) > (best === null ? 0 : findWeight(best))) best = coding;
  }
  return best;
}

/** Returns the answer with the fields and tag of its compressed representation. The body is not compressed yet. */
export function nameCoding(answer: Answer, coding: Coding): Answer {
  const { etag } = answer.headers;
  const headers = {
    ...answer.headers,
    'content-encoding': coding,
    ...(etag !== undefined && { etag: etag.replace(/"$/, `-${coding}"`) }),
  };
  return { ...answer, headers };
}

/** Body in memory or of a file, with its coding. */
interface WholeBody {
  readonly body: string | Uint8Array<ArrayBuffer> | FileBody;
  readonly coding: Coding;
}

/** Compresses bodies in the thread pool, and caches them by strong tag. */
export type Compress = (answer: Answer, coding: Coding) => Promise<SentAnswer>;

export function createCompress(): Compress {
  // The cache reads and compresses a body once for concurrent requests.
  const compressed = new LRUCache<string, Uint8Array<ArrayBuffer>, WholeBody>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
    fetchMethod: (_, __, { context }) => compressBody(context),
    // Answer requests even if the entry is evicted in the meantime.
    ignoreFetchAbort: true,
  });

  return async (answer, coding) => {
    const { body } = answer;
    if (body === null || body instanceof ReadableStream) return { ...answer, body };
    const { etag } = answer.headers;
    const context = { body, coding };
    const isCached = etag?.startsWith('"') === true;
    return { ...answer, body: isCached ? await compressed.forceFetch(etag, { context }) : await compressBody(context) };
  };
}

async function compressBody({ body, coding }: WholeBody): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = isFileBody(body) ? await body.read() : body;
  if (coding === 'gzip') return new Uint8Array(await gzipAsync(bytes));
  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
    [zlib.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(bytes),
  };
  return new Uint8Array(await brotliAsync(bytes, { params }));
}
