import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { platform } from 'node:os';
import { findCode } from '../../directory/find-code.ts';
import type { Endpoint } from './folder-lock.ts';
import type { RpcBridge } from './rpc-bridge.ts';

// Longest path of a socket. sun_path has 108 bytes on Linux and 104 on macOS, including the final zero.
const LONGEST_SOCKET_PATH = 100;
// Most bytes of a call. The largest calls are a visit with 1 MiB of text, and 2,000 names.
const LARGEST_CALL_BYTES = 16 * 1024 * 1024;

/**
 * Serves the database to other programs of this user by rpc over a Unix socket, or over a loopback port if the path is too long.
 * Callers need the key from the lock file.
 */
export async function serveLocally(bridge: RpcBridge, socket: string) {
  const server = createServer((incoming, outgoing) => {
    read(incoming)
      .then((body) =>
        bridge({
          method: incoming.method ?? 'GET',
          path: new URL(incoming.url ?? '/', 'http://localhost').pathname,
          key: header(incoming, 'apikey'),
          schema: header(incoming, 'content-profile'),
          body,
        }),
      )
      .then(
        (answer) => outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body),
        () => outgoing.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"the database failed"}'),
      );
  });
  // Keep idle connections open, because calls may be rare.
  server.keepAliveTimeout = 60_000;
  const useSocket = platform() !== 'win32' && Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH;
  if (useSocket) {
    rmSync(socket, { force: true });
    server.listen(socket);
  } else {
    server.listen(0, '127.0.0.1');
  }
  await once(server, 'listening');
  server.unref();
  if (useSocket) chmodSync(socket, 0o600);
  const address = server.address();
  const endpoint = typeof address === 'object' && address !== null ? { port: address.port } : { socket };
  return {
    endpoint,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

/** Returns a bridge to the process that locked the folder. Connection errors keep their `code`. */
export function connectLocally(endpoint: Endpoint): RpcBridge {
  const where = 'socket' in endpoint ? { socketPath: endpoint.socket } : { host: '127.0.0.1', port: endpoint.port };
  return async ({ method, path, key, schema, body }, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(key !== null && { apikey: key }),
      ...(schema !== null && { 'content-profile': schema }),
    };
    const outgoing = request({ ...where, method, path, headers, ...(signal && { signal }) });
    outgoing.on('response', resolve).on('error', reject).end(body);
    const incoming = await promise;
    return { status: incoming.statusCode ?? 500, body: await read(incoming) };
  };
}

const LOST_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTSOCK', 'EPIPE']);

/** Reports whether the connection to the holder was lost before or during a call. */
export function isConnectionLost(error: unknown): boolean {
  return LOST_CONNECTION.has(findCode(error));
}

async function read(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > LARGEST_CALL_BYTES) throw new Error('a call of more than 16 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function header(message: IncomingMessage, name: string): string | null {
  const value = message.headers[name];
  return typeof value === 'string' ? value : null;
}
