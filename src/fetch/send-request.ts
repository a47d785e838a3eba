import { once } from 'node:events';
import { type IncomingMessage, request as sendHttp } from 'node:http';
import { findCode } from '../directory/find-code.ts';
import type { Connection } from './connection.ts';
import { FetchError } from './fetch-error.ts';
import { HEADER_LIMITS } from './limits.ts';
import type { FetchLimits } from './net.ts';
import { type Body, parseCoding, readBody } from './read-body.ts';

export interface HttpRequest {
  readonly host: string;
  readonly method: 'GET' | 'POST';
  /** Path and query, as serialized by the URL parser. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly limits: FetchLimits;
  /** Statuses of redirects to follow. The bodies of these responses are not read. */
  readonly followed: ReadonlySet<number>;
  /** Receives the status and the body in parts. Returns false to stop reading. */
  readonly receive?: ((part: Uint8Array, status: number) => boolean) | undefined;
  /** True to request keep-alive for another request. */
  readonly keepAlive: boolean;
}

export interface HttpResponse extends Body {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Every Location field, with one character per byte. */
  readonly locations: readonly string[];
}

/**
 * Failure of an idle connection that the server closed without an answer. The request may be sent again over a new connection.
 */
export class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
}

/** Statuses without a body, even if headers announce one (RFC 9110 §15.3.5, §15.4.5). */
const BODYLESS = new Set([204, 304]);
const FIRST_ERROR_STATUS = 400;
const STALE = new Set(['ECONNRESET', 'EPIPE']);
const EMPTY: Body = { bytes: new Uint8Array(), truncated: false };

/**
 * Sends one request over `connection` and reads its response. Afterwards the connection is reusable or closed.
 * Rejects with a `FetchError`, a `StaleConnectionError` or the signal's reason.
 */
export function sendRequest(connection: Connection, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const { host } = request;
  const abort = () => reject(signal.reason);
  let response: IncomingMessage | null = null;
  let interim = 0;

  try {
    const sent = sendHttp(toNodeOptions(connection, request));
    // Keep one more field than allowed, because Node silently drops the fields above the limit.
    sent.maxHeadersCount = HEADER_LIMITS.fields + 1;
    sent.on('error', (error) => {
      // Ignore bytes after a complete response, like browsers, and do not reuse the connection.
      if (response?.complete) return;
      const isStale = response === null && sent.reusedSocket && STALE.has(findCode(error));
      reject(isStale ? new StaleConnectionError() : httpError(host, error));
    });
    sent.on('information', () => {
      interim += 1;
      if (interim > HEADER_LIMITS.interim) {
        reject(new FetchError('protocol', `${host} sends interim responses without end`));
      }
    });
    sent.on('upgrade', () => reject(new FetchError('protocol', `${host} changes the protocol without a request`)));
    sent.on('response', (message) => {
      response = message;
      readResponse(message, request).then(resolve, (error) => reject(httpError(host, error)));
    });
    sent.end(request.body);
  } catch (error) {
    // Node refuses control characters in a header or path.
    reject(new FetchError('protocol', `the request cannot be sent (${findCode(error)})`));
  }
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return promise.finally(() => {
    signal.removeEventListener('abort', abort);
    if (!request.keepAlive || !connection.isReusable()) connection.close();
  });
}

function toNodeOptions(connection: Connection, { host, method, path, headers, body, keepAlive }: HttpRequest) {
  return {
    agent: connection,
    method,
    path,
    headers: {
      host,
      ...headers,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      connection: keepAlive ? 'keep-alive' : 'close',
    },
    setHost: false,
    maxHeaderSize: HEADER_LIMITS.bytes,
    insecureHTTPParser: false,
  };
}

async function readResponse(message: IncomingMessage, request: HttpRequest): Promise<HttpResponse> {
  const { host, limits, followed } = request;
  const status = message.statusCode ?? 0;
  if (status < 200 || status > 599) throw new FetchError('protocol', `${host} answers with status ${status}`);
  if (message.rawHeaders.length > 2 * HEADER_LIMITS.fields) {
    throw new FetchError('protocol', `${host} sends more than ${HEADER_LIMITS.fields} header fields`);
  }
  const headers = toHeaders(message);
  const locations = message.headersDistinct['location'] ?? [];
  if (BODYLESS.has(status) || followed.has(status) || limits.maxBodyBytes === 0) {
    if (BODYLESS.has(status) || headers['content-length'] === '0') await readToEnd(message);
    return { status, headers, locations, ...EMPTY };
  }
  const body = await readMessageBody(message, request, status, headers).catch((error) => {
    // Keep the status of an error response if its body is broken.
    if (status >= FIRST_ERROR_STATUS) return EMPTY;
    throw error;
  });
  return { status, headers, locations, ...body };
}

async function readMessageBody(
  message: IncomingMessage,
  { limits, receive }: HttpRequest,
  status: number,
  headers: HttpResponse['headers'],
): Promise<Body> {
  const coding = parseCoding(headers['content-encoding'], limits.codings);
  const { maxBodyBytes: maxBytes, overflow } = limits;
  return await readBody(message, coding, {
    maxBytes,
    overflow,
    receive: receive && ((part) => receive(part, status)),
  });
}

/** Waits for the end of a message without a body, so that the connection can be reused. */
async function readToEnd(message: IncomingMessage): Promise<void> {
  const ended = once(message, 'end');
  message.resume();
  await ended;
}

function toHeaders({ rawHeaders }: IncomingMessage): Readonly<Record<string, string>> {
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
  const code = findCode(error);
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new FetchError('protocol', `${host} sends more than ${HEADER_LIMITS.bytes} bytes of headers`);
  }
  if (code.startsWith('HPE_')) return new FetchError('protocol', `${host} does not speak HTTP correctly (${code})`);
  if (code.startsWith('ERR_SSL_')) return new FetchError('tls', `${host} ended TLS (${code})`);
  return new FetchError('reset', `${host} closed the connection early (${code || error.message})`);
}
