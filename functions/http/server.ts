import { createServer, type IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { toMessage } from '../../src/directory/to-message.ts';
import type { Log } from '../../src/runtime/log.ts';
import type { App } from './app.ts';
import { PROBLEM_TYPE } from './pipeline/media-types.ts';
import { findChunks, sendChunks } from './pipeline/send-chunks.ts';

export interface Timeouts {
  /** Longest time to receive the fields of a request. */
  readonly headersMs: number;
  /** Longest time to receive a whole request. */
  readonly requestMs: number;
  /** Longest time that a connection may be idle. */
  readonly idleMs: number;
  /** Interval of checks for slow requests. */
  readonly checkMs: number;
  /** Longest time for running requests after the stop signal. */
  readonly stopMs: number;
}

const TIMEOUTS: Timeouts = {
  // Allow seconds for slow clients.
  headersMs: 10_000,
  // Allow 64 KiB at modem speed.
  requestMs: 20_000,
  // Allow more than the 30 s of a draft.
  idleMs: 75_000,
  checkMs: 2_000,
  // Orchestrators commonly wait this long before they kill a process.
  stopMs: 10_000,
};
/** Keep-alive time above the 60 s of common proxies, so that the proxy closes first. */
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Most open connections. The limit is far above the load of one process and far below its descriptors. */
const MAX_CONNECTIONS = 5_000;

export interface ServerOptions {
  readonly app: Pick<App, 'fetch'>;
  readonly host: string;
  readonly port: number;
  readonly log: Log;
  /** Shorter timeouts for tests. */
  readonly timeouts?: Timeouts;
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/** Serves an app over HTTP/1.1. Resolves after the port is open. */
export async function startServer({ app, host, port, log, timeouts = TIMEOUTS }: ServerOptions) {
  let stopping = false;
  const sockets = new Set<Socket>();
  const busy = new Set<Socket>();
  const answer = createListener(app, log, () => stopping);
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
      if (request.method === 'OPTIONS' && request.url === '*') return describeServer(response);
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
    port: findPort(server.address()),
    /** Refuses new requests, waits for running requests, and closes their connections after `stopMs`. */
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

/** @param isStopping reports whether connections close after their answers */
function createListener(app: ServerOptions['app'], log: Log, isStopping: () => boolean) {
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await app.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? '' });
      // Close the connection after the answer, because a part of a refused body is unread.
      if (isStopping() || !incoming.complete) outgoing.setHeader('connection', 'close');
      const chunks = findChunks(response);
      if (chunks === null || !(outgoing instanceof ServerResponse)) return response;
      await sendChunks(response, chunks, outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    {
      // Requests of HTTP/1.0, such as health checks of load balancers, need no Host field.
      hostname: 'localhost',
      autoCleanupIncoming: false,
      errorHandler: (error) => {
        // Log a target or host that is invalid.
        log.warn('request.refused', { error: toMessage(error) });
        return Response.json(INVALID_REQUEST, { status: 400, headers: { 'content-type': PROBLEM_TYPE } });
      },
    },
  );
}

function findPort(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address ? address.port : 0;
}

/** Reports whether a request has two Host fields. A proxy may have used the other field (RFC 9112 §3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length > 1;
}

/** Answers `OPTIONS *`, which asks about the server as a whole (RFC 9110 §9.3.7). */
function describeServer(response: ServerResponse): void {
  response.writeHead(204, { allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' }).end();
}

const INVALID_REQUEST = {
  title: 'Bad Request',
  status: 400,
  detail: 'This is not valid HTTP. For example, a URL must percent-encode spaces and characters outside ASCII.',
};
/** Problems of requests that never reach the app, by error code. */
const PROBLEMS: ReadonlyMap<string | undefined, typeof INVALID_REQUEST> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    {
      title: 'Request Header Fields Too Large',
      status: 431,
      detail: `The URL and the fields have more than ${MAX_HEADER_BYTES / 1024} KiB.`,
    },
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    { title: 'Request Timeout', status: 408, detail: 'The request did not arrive in time. Send it again.' },
  ],
]);

/** Answers invalid HTTP with a problem and closes the connection. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = PROBLEMS.get(error.code) ?? INVALID_REQUEST;
  const body = JSON.stringify(problem);
  const fields = `Connection: close\r\nContent-Type: ${PROBLEM_TYPE}\r\nContent-Length: ${body.length}`;
  socket.end(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${fields}\r\n\r\n${body}`);
}
