import type { IncomingMessage } from 'node:http';
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type Gunzip,
  type Inflate,
  type InflateRaw,
} from 'node:zlib';
import { findCode } from '../directory/find-code.ts';
import { BodyReceiver, type ReceivePart } from './body-receiver.ts';
import { BoundedBuffer } from './bounded-buffer.ts';
import { FetchError } from './fetch-error.ts';

export interface Body {
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
}

type Coding = 'identity' | 'gzip' | 'br' | 'deflate';
type Decoder = Gunzip | Inflate | InflateRaw | BrotliDecompress;

/** Bytes allowed above the limit for framing. A coding adds at most this many bytes, so more bytes are filler. */
const CODING_SLACK_BYTES = 64 * 1024;
/**
 * Mask of the method in a zlib stream's first byte (RFC 1950), which must be deflate. Some servers send raw deflate (RFC 9110
 * §8.4.1.2).
 */
const ZLIB_METHOD_MASK = 0x0f;
const ZLIB_DEFLATE = 8;
/** First byte of a gzip file (RFC 1952), with which no text starts. */
const GZIP_ID = 0x1f;

const CODINGS: Readonly<Record<string, Exclude<Coding, 'identity'>>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  br: 'br',
  deflate: 'deflate',
};
/**
 * Codings that change the body and were not requested. Other values (`none`, `utf-8`) name no coding, so browsers read the body
 * unchanged. https://www.iana.org/assignments/http-parameters/http-parameters.xhtml#content-coding
 */
const UNREAD = new Set(['aes128gcm', 'compress', 'x-compress', 'dcb', 'dcz', 'exi', 'pack200-gzip', 'zstd']);

/**
 * Returns the coding of a Content-Encoding header. Empty members are ignored (RFC 9110 §5.6.1.2). Throws a
 * `FetchError` for a coding that was not requested, or for several codings.
 */
export function parseCoding(header: string | undefined, accepted: 'any' | 'identity'): Coding {
  const names = (header ?? '').split(',').map((member) => member.trim().toLowerCase());
  const coded = names.filter((name) => Object.hasOwn(CODINGS, name) || UNREAD.has(name));
  const [name] = coded;
  if (name === undefined) return 'identity';
  const coding = CODINGS[name];
  if (coded.length === 1 && coding !== undefined && accepted === 'any') return coding;
  throw new FetchError('decoding', `the content coding "${coded.join(', ').slice(0, 60)}" was not requested`);
}

export interface ReadBodyOptions {
  readonly maxBytes: number;
  readonly overflow: 'truncate' | 'fail';
  /** Receives the body in parts, with a gzip file unpacked. */
  readonly receive?: ReceivePart | undefined;
}

/**
 * Reads the decoded body, up to `maxBytes`. A longer body is cut or refused before its end. Rejects with a
 * `FetchError`.
 */
export function readBody(
  response: IncomingMessage,
  contentCoding: Coding,
  { maxBytes, overflow, receive }: ReadBodyOptions,
): Promise<Body> {
  const { promise, resolve, reject } = Promise.withResolvers<Body>();
  let coding = contentCoding;
  let decoder: Decoder | null = null;
  let received = 0;
  const body = receive ? new BodyReceiver(maxBytes, receive) : new BoundedBuffer(maxBytes);

  function finish(truncated: boolean): void {
    decoder?.destroy();
    resolve({ bytes: body.bytes, truncated });
  }
  function fail(error: unknown): void {
    decoder?.destroy();
    reject(error);
  }
  function exceed(): void {
    if (overflow === 'truncate') finish(true);
    else fail(new FetchError('too-large', `the body is longer than ${maxBytes} bytes`));
  }

  function keep(chunk: Buffer): void {
    if (!body.add(chunk)) exceed();
  }

  function openDecoder(firstByte: number): Decoder {
    const made = createDecoder(coding, firstByte);
    made.on('data', keep);
    made.on('end', () => finish(false));
    made.on('drain', () => response.resume());
    made.on('error', (error) => fail(decodingError(error, coding, firstByte)));
    return made;
  }

  response.on('data', (chunk: Buffer) => {
    const isGzipFile = receive !== undefined && received === 0 && chunk[0] === GZIP_ID;
    if (isGzipFile && coding === 'identity') coding = 'gzip';
    received += chunk.byteLength;
    if (coding === 'identity') return keep(chunk);
    if (received > maxBytes + CODING_SLACK_BYTES) return exceed();
    decoder ??= openDecoder(chunk[0] ?? 0);
    if (!decoder.destroyed && !decoder.write(chunk)) response.pause();
  });
  response.on('end', () => {
    if (decoder) decoder.end();
    else finish(false);
  });
  // Handle 'error', because a response that is reset or too short emits no 'end'.
  response.on('error', fail);
  response.on('close', () => {
    if (!response.complete) fail(new FetchError('reset', 'the connection ended within the body'));
  });
  return promise;
}

/** Explains a failed decoder. Only a second header of a gzip body can be incorrect if its first byte is correct. */
function decodingError(error: Error, coding: Coding, firstByte: number): FetchError {
  const hasMore = coding === 'gzip' && firstByte === GZIP_ID && error.message === 'incorrect header check';
  const reason = hasMore
    ? 'has other data after its end'
    : `is not valid ${coding} (${findCode(error) || error.message})`;
  return new FetchError('decoding', `the body ${reason}`);
}

function createDecoder(coding: Coding, firstByte: number): Decoder {
  if (coding === 'br') return createBrotliDecompress();
  if (coding === 'gzip') return createGunzip();
  return (firstByte & ZLIB_METHOD_MASK) === ZLIB_DEFLATE ? createInflate() : createInflateRaw();
}
