import { createConnection, type Socket } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import { codeOf, FetchError } from './fetch-error.ts';
import type { TlsSessions } from './tls-sessions.ts';

/** How TLS is spoken with one side: who is trusted, and which sessions can be resumed. */
export interface Tls {
  readonly context: SecureContext;
  readonly sessions: TlsSessions;
}

export interface Endpoint {
  /** A literal address that was found to be allowed: nothing is resolved from here on. */
  readonly address: string;
  readonly port: number;
  /** Name for SNI and the certificate. */
  readonly host: string;
  /** Null for plain http. */
  readonly tls: Tls | null;
}

/** No attempt is shorter, however many addresses share the time: TCP over half the world takes a third of it. */
const MIN_ATTEMPT_MS = 1_000;

/** Time for TCP with the next of `left` addresses, so that one that never answers leaves some for the others. */
function attemptMs(remainingMs: number, left: number): number {
  return Math.min(remainingMs, Math.max(remainingMs / left, MIN_ATTEMPT_MS));
}

/**
 * A socket ready for a request, TLS included, within `timeoutMs`; `left` addresses, this one included, share that time.
 * Rejects with a `FetchError` (`connect` where another address may be tried), or with the signal's reason.
 */
export function openSocket(endpoint: Endpoint, left: number, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const { address, port, host, tls } = endpoint;
  const startedAt = performance.now();
  let connected = false;
  const socket = tls ? openTls(endpoint, tls) : createConnection({ host: address, port });

  let timer = setTimeout(() => fail(connectError(host)), attemptMs(timeoutMs, left));
  const abort = () => fail(signal.reason);

  function settle(): void {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
  function fail(error: unknown): void {
    settle();
    socket.destroy();
    reject(error);
  }
  function ready(): void {
    settle();
    resolve(socket);
  }

  socket.on('error', (error) => fail(connected ? tlsError(host, error) : connectError(host)));
  // A TLS socket emits 'connect' too, when TCP is established.
  socket.once('connect', () => {
    connected = true;
    if (!tls) {
      ready();
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(
      () => fail(new FetchError('timeout', `${host} did not finish the TLS handshake in time`)),
      Math.max(timeoutMs - (performance.now() - startedAt), 0),
    );
  });
  socket.once('secureConnect', ready);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return promise;
}

function openTls({ address, port, host }: Endpoint, { context, sessions }: Tls): TLSSocket {
  const socket = connect({
    host: address,
    port,
    servername: host,
    secureContext: context,
    session: sessions.find(host),
    ALPNProtocols: ['http/1.1'],
  });
  // A resumed session looks at no certificate: only sessions that follow a valid one are kept, and they age from then on.
  let latest: Buffer | null = null;
  let trusted = false;
  socket.on('session', (session) => {
    latest = session;
    if (trusted) sessions.keep(host, session);
  });
  socket.once('secureConnect', () => {
    trusted = !socket.isSessionReused();
    if (trusted && latest) sessions.keep(host, latest);
  });
  return socket;
}

/** The same for a port that is closed and for one that is filtered: a check is no port scanner. */
function connectError(host: string): FetchError {
  return new FetchError('connect', `${host} accepts no connection`);
}

function tlsError(host: string, error: Error): FetchError {
  return new FetchError('tls', `${host} has no valid TLS (${codeOf(error) || error.message})`);
}
