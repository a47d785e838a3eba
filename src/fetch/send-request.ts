import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type Body, parseCoding, readBody } from './read-body.ts';
import { codeOf, FetchError } from './fetch-error.ts';
import type { FetchLimits } from './net.ts';
import { HEADER_LIMITS } from './limits.ts';
import type { Wire } from './connection.ts';

export interface Question {
  readonly host: string;
  readonly method: 'GET' | 'POST';
  /** Path and query, as the URL parser wrote them. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly limits: FetchLimits;
  /** Redirects that will be followed: the answer ends with its headers. */
  readonly followed: ReadonlySet<number>;
  /** Asks the other side to keep the connection for a further request. */
  readonly keep: boolean;
}

/** The other side had given up a connection that was to be used again: nothing was answered, and a new one may be. */
export class StaleWireError extends Error {
  override readonly name = 'StaleWireError';
}

export interface Exchanged extends Body {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Every Location field, as bytes that stand for themselves. */
  readonly locations: readonly string[];
}

/** They have no body, whatever their headers say of one (RFC 9110 §15.3.5, §15.4.5). */
const BODYLESS = new Set([204, 304]);
const STALE = new Set(['ECONNRESET', 'EPIPE']);
const EMPTY: Body = { bytes: new Uint8Array(), truncated: false };

/**
 * One request and its answer over `wire`, which is free or closed at the end.
 * Rejects with a `FetchError`, a `StaleWireError` or the signal's reason.
 */
export function exchange(wire: Wire, question: Question, signal: AbortSignal): Promise<Exchanged> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchanged>();
  const { host, method, path, body } = question;
  const abort = () => reject(signal.reason);
  let answer: IncomingMessage | null = null;
  let interim = 0;

  try {
    const asked = request({
      agent: wire,
      method,
      path,
      headers: {
        host,
        ...question.headers,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        connection: question.keep ? 'keep-alive' : 'close',
      },
      setHost: false,
      maxHeaderSize: HEADER_LIMITS.bytes,
      insecureHTTPParser: false,
    });
    // One more than is allowed: Node drops the rest without a word.
    asked.maxHeadersCount = HEADER_LIMITS.fields + 1;
    asked.on('error', (error) => {
      // What comes behind a whole answer is nobody's: browsers ignore it too, and this connection is used once.
      if (answer?.complete) return;
      const isStale = answer === null && asked.reusedSocket && STALE.has(codeOf(error));
      reject(isStale ? new StaleWireError() : httpError(host, error));
    });
    asked.on('information', () => {
      interim += 1;
      if (interim > HEADER_LIMITS.interim)
        reject(new FetchError('protocol', `${host} sends no end of interim answers`));
    });
    asked.on('upgrade', () => reject(new FetchError('protocol', `${host} changes to another protocol unasked`)));
    asked.on('response', (response) => {
      answer = response;
      read(response, question).then(resolve, (error) => reject(httpError(host, error)));
    });
    asked.end(body);
  } catch (error) {
    // Node refuses to send control characters in a header or path.
    reject(new FetchError('protocol', `the request cannot be sent (${codeOf(error)})`));
  }
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return promise.finally(() => {
    signal.removeEventListener('abort', abort);
    if (!question.keep || !wire.isFree()) wire.hangUp();
  });
}

async function read(response: IncomingMessage, question: Question): Promise<Exchanged> {
  const { host, limits } = question;
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 599) throw new FetchError('protocol', `${host} answers with status ${status}`);
  if (response.rawHeaders.length > 2 * HEADER_LIMITS.fields) {
    throw new FetchError('protocol', `${host} sends more than ${HEADER_LIMITS.fields} header fields`);
  }
  const headers = headersOf(response);
  const locations = response.headersDistinct['location'] ?? [];
  if (BODYLESS.has(status) || question.followed.has(status)) {
    if (BODYLESS.has(status) || headers['content-length'] === '0') await passEnd(response);
    return { status, headers, locations, ...EMPTY };
  }
  const coding = parseCoding(headers['content-encoding'], limits.codings);
  const body = await readBody(response, coding, limits.maxBodyBytes, limits.overflow);
  return { status, headers, locations, ...body };
}

/** Nothing comes before the end, which lets the connection be used again. */
async function passEnd(response: IncomingMessage): Promise<void> {
  const ended = once(response, 'end');
  response.resume();
  await ended;
}

function headersOf({ rawHeaders }: IncomingMessage): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    const value = rawHeaders[i + 1] ?? '';
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

function httpError(host: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof FetchError) return error;
  const code = codeOf(error);
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new FetchError('protocol', `${host} sends more than ${HEADER_LIMITS.bytes} bytes of headers`);
  }
  if (code.startsWith('HPE_')) return new FetchError('protocol', `${host} does not speak HTTP correctly (${code})`);
  if (code.startsWith('ERR_SSL_')) return new FetchError('tls', `${host} broke off TLS (${code})`);
  return new FetchError('reset', `${host} broke off the connection (${code || error.message})`);
}
