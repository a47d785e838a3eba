import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer as createTcp, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTls } from 'node:tls';
import { createNet, type NetOptions } from '../../src/fetch/create-net.ts';
import type { Net } from '../../src/fetch/net.ts';
import type { SiteCertificateKind } from '../../src/sandbox/certificates.ts';
import { openCertificates } from '../../src/sandbox/certificates.ts';
import type { FakeDns } from './fake-dns.ts';

export interface HostileSite {
  readonly certificate?: SiteCertificateKind;
  /** True to stall the connection before TLS. */
  readonly stallsHandshake?: boolean;
  /** Writes raw bytes after the head of a request. */
  readonly answer?: (socket: Socket, path: string, head: string) => void;
}

export interface HostileOrigin {
  readonly origin: string;
  /** `host:port` of the sites over plain HTTP. */
  readonly plainOrigin: string;
  readonly ca: string;
  /** Heads of received requests, by host. */
  readonly heads: Map<string, string[]>;
  /** Returns the number of TCP connections. */
  connections(): number;
  close(): Promise<void>;
}

/** First byte of a TLS handshake record. */
const TLS_HANDSHAKE = 0x16;

/** Starts a server on loopback for the `*.example` sites of a table. The server may break every rule of HTTP. */
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
      // Refuse a client that starts TLS with a plain server.
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

/** Creates a network whose `*.example` sites are at this origin. `dns` resolves their names, if given. */
export function netTo(
  { origin, ca }: Pick<HostileOrigin, 'origin' | 'ca'>,
  dns: FakeDns | null = null,
  more: Partial<NetOptions> = {},
): Net {
  const isMapped = (name: string) => name.endsWith('.example');
  const sandbox = { origin, ca, dns: dns?.address ?? null, isMapped };
  return createNet({ servers: [], userAgent: 'test/1', sandbox, now: Date.now, ...more });
}

/** Records the TCP connections that this process tries to open, as `host:port`. */
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
