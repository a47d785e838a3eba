import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Log } from '../../src/runtime/log.ts';
import { type Answer, type Call, isStream } from './answer.ts';
import type { Front } from './app.ts';
import { clientAddress } from './client-network.ts';
import { tooLarge } from './web-call.ts';

/** How long the server waits for a client. */
export interface Patience {
  /** From the first byte of a request to the end of its fields. */
  readonly headersMs: number;
  /** To the end of its body. */
  readonly requestMs: number;
  /** On a connection on which nothing moves. */
  readonly idleMs: number;
  /** How often slow requests are looked for. */
  readonly checkMs: number;
  /** In-flight requests may end within this time after the signal to stop. */
  readonly stopMs: number;
}

const PATIENCE: Patience = {
  // Seconds for the slowest honest client.
  headersMs: 10_000,
  // 64 KiB at modem speed.
  requestMs: 20_000,
  // Longer than the 30 s of a draft.
  idleMs: 75_000,
  checkMs: 2_000,
  // What orchestrators commonly wait before they kill.
  stopMs: 10_000,
};
/** Above the 60 s of common proxies, so that the proxy closes first and never writes into a closing connection. */
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Connections held at once: far above what one process answers, far below the descriptors of a process. */
const MAX_CONNECTIONS = 5_000;

export interface ServerOptions {
  readonly front: Front;
  readonly host: string;
  readonly port: number;
  readonly trustedProxy: boolean;
  readonly log: Log;
  /** Tests have less. */
  readonly patience?: Patience;
}

export interface RunningServer {
  readonly port: number;
  /** Refuses new requests, lets those in flight end, and cuts what is left after the patience ends. */
  stop(): Promise<void>;
}

/** Serves a front over HTTP/1.1. Resolves when the port is open. */
export async function startServer({
  front,
  host,
  port,
  trustedProxy,
  log,
  patience = PATIENCE,
}: ServerOptions): Promise<RunningServer> {
  let stopping = false;
  const sockets = new Set<Socket>();
  const busy = new Set<Socket>();
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: patience.checkMs,
    },
    (request, response) => {
      const { socket } = request;
      busy.add(socket);
      response.once('close', () => {
        busy.delete(socket);
        if (stopping) socket.end();
      });
      front
        .answer(callOf(request, trustedProxy))
        .then((answer) => {
          // What is left of a refused body is not read: the connection ends with the answer.
          if (stopping || !request.complete) response.setHeader('connection', 'close');
          return send(request, response, answer);
        })
        .catch((error: unknown) => {
          // The client has gone, or a stream broke under it: there is nobody left to tell.
          log.warn('response.broken', { error: error instanceof Error ? error.message : 'unknown' });
          response.destroy();
        });
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(patience.idleMs);
  server.on('clientError', refuse);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: portOf(server.address()),
    async stop() {
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
      const cut = setTimeout(() => server.closeAllConnections(), patience.stopMs);
      await closed;
      clearTimeout(cut);
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address ? address.port : 0;
}

function callOf(request: IncomingMessage, trustedProxy: boolean): Call {
  const target = request.url ?? '/';
  // An absolute target (RFC 9112 §3.2.2) names a host of the client's choosing: only its path counts.
  const origin = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  const at = origin.indexOf('?');
  const path = at === -1 ? origin : origin.slice(0, at);
  return {
    method: request.method ?? 'GET',
    path: path === '' ? '/' : path,
    query: at === -1 ? '' : origin.slice(at + 1),
    header: (name) => {
      // Node keeps the first of two Authorization fields; which of them was meant is not ours to guess.
      const value = name === 'authorization' ? request.headersDistinct[name] : request.headers[name];
      return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
    },
    address: clientAddress(request.socket.remoteAddress ?? '', forwardedFor(request), trustedProxy),
    readBody: (maxBytes) => readBody(request, maxBytes),
  };
}

function forwardedFor(request: IncomingMessage): string | null {
  const value = request.headers['x-forwarded-for'];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function send(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const { status, headers, body } = answer;
  if (body === null || !isStream(body)) {
    const length = body === null ? null : typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
    response.writeHead(status, length === null ? headers : { ...headers, 'content-length': length });
    response.end(request.method === 'HEAD' ? undefined : (body ?? undefined));
    return;
  }
  response.writeHead(status, headers);
  if (request.method !== 'HEAD') {
    for await (const part of body) {
      if (response.destroyed) break;
      if (!response.write(part)) await drained(response);
    }
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

/** What cannot be parsed as HTTP gets a short answer, and the connection ends. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
