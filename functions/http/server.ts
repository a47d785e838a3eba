import { createServer, type IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Log } from '../../src/runtime/log.ts';
import type { App } from './app.ts';
import { findChunks, sendChunks } from './send-chunks.ts';

/** How long the server waits for a client. */
export interface Timeouts {
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

const TIMEOUTS: Timeouts = {
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
  readonly app: Pick<App, 'fetch'>;
  readonly host: string;
  readonly port: number;
  readonly log: Log;
  /** Tests have less. */
  readonly timeouts?: Timeouts;
}

export interface RunningServer {
  readonly port: number;
  /** Refuses new requests, lets those in flight end, and cuts what is left after `stopMs`. */
  stop(): Promise<void>;
}

/**
 * Serves an app over HTTP/1.1. Resolves when the port is open. One function, because answering, the events of the server and stopping
 * share which connections there are and which of them are busy.
 */
export async function startServer({
  app,
  host,
  port,
  log,
  timeouts = TIMEOUTS,
}: ServerOptions): Promise<RunningServer> {
  let stopping = false;
  const sockets = new Set<Socket>();
  const busy = new Set<Socket>();
  const answer = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await app.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? '' });
      // What is left of a refused body is not read: the connection ends with the answer.
      if (stopping || !incoming.complete) outgoing.setHeader('connection', 'close');
      const chunks = findChunks(response);
      if (chunks === null || !(outgoing instanceof ServerResponse)) return response;
      await sendChunks(response, chunks, outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    {
      autoCleanupIncoming: false,
      errorHandler: (error) => {
        // No request could be made of what came: its target or its host is none.
        log.warn('request.refused', { error: error instanceof Error ? error.message : 'unknown' });
        return new Response(null, { status: 400 });
      },
    },
  );
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: timeouts.checkMs,
    },
    (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      if (hasSeveralHosts(request)) return refuse(new Error('several Host fields'), socket);
      busy.add(socket);
      response.once('close', () => {
        busy.delete(socket);
        if (stopping) socket.end();
      });
      void answer(request, response);
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(timeouts.idleMs);
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
      const cut = setTimeout(() => server.closeAllConnections(), timeouts.stopMs);
      await closed;
      clearTimeout(cut);
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address ? address.port : 0;
}

/** RFC 9112 §3.2: a server must refuse such a request, because a proxy before it may have read the other one. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length > 1;
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
