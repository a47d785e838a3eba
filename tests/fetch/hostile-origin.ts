import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer as createTcp, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTls } from 'node:tls';
import type { SiteCertificateKind } from '../../src/sandbox/certificates.ts';
import { openCertificates } from '../../src/sandbox/certificates.ts';

export interface HostileSite {
  readonly certificate?: SiteCertificateKind;
  /** Takes the connection before TLS and never gives it back. */
  readonly stallsHandshake?: boolean;
  /** Writes whatever it likes once the head of a request is there. */
  readonly answer?: (socket: Socket, path: string, head: string) => void;
}

export interface HostileOrigin {
  readonly origin: string;
  /** Speaks plain HTTP for the same sites. */
  readonly plainOrigin: string;
  readonly ca: string;
  /** Heads of the requests that arrived, by host. */
  readonly heads: Map<string, string[]>;
  /** TCP connections that arrived. */
  connections(): number;
  close(): Promise<void>;
}

/** First byte of a TLS record that carries a handshake. */
const TLS_HANDSHAKE = 0x16;

/** One server on loopback that is every `*.example` site of a table, and keeps to no rule of HTTP. */
export async function startHostileOrigin(siteOf: (host: string) => HostileSite | undefined): Promise<HostileOrigin> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  const certificates = await openCertificates(folder, () => Date.now());
  const heads = new Map<string, string[]>();
  const open = new Set<Socket>();
  let connections = 0;

  function serve(socket: Socket): void {
    let head = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      // Somebody speaks TLS to a plain server.
      if (chunk[0] === TLS_HANDSHAKE && head === '') socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      const asked = head;
      head = '';
      const host = /^host: *(\S+)/im.exec(asked)?.[1] ?? '';
      heads.set(host, [...(heads.get(host) ?? []), asked]);
      siteOf(host)?.answer?.(socket, asked.split(' ')[1] ?? '', asked);
    });
  }

  const secure = createTls({
    SNICallback: (name, done) => {
      const site = siteOf(name);
      if (site?.stallsHandshake) return;
      certificates.contextFor([name], site?.certificate ?? 'valid').then(
        (context) => done(null, context),
        (error: Error) => done(error),
      );
    },
  });
  secure.on('secureConnection', serve);
  secure.on('tlsClientError', (_error, socket) => socket.destroy());
  const plain = createTcp(serve);
  for (const server of [secure, plain]) {
    server.on('connection', (socket: Socket) => {
      connections += 1;
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => open.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const at = (server: typeof plain) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin: at(secure),
    plainOrigin: at(plain),
    ca: certificates.ca,
    heads,
    connections: () => connections,
    async close() {
      for (const socket of open) socket.destroy();
      secure.close();
      plain.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Every TCP connection that this process tries to open from now on, as `host:port`. */
export function watchConnections(): { readonly tried: string[]; stop(): void } {
  const tried: string[] = [];
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function watched(this: Socket, ...args: unknown[]) {
    const first = Array.isArray(args[0]) ? args[0][0] : args[0];
    tried.push(`${first.host}:${first.port}`);
    return Reflect.apply(connect, this, args);
  };
  return {
    tried,
    stop() {
      Socket.prototype.connect = connect;
    },
  };
}
