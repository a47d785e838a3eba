import { createConnection, type Socket } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import { findCode } from '../directory/find-code.ts';
import { FetchError } from './fetch-error.ts';
import type { TlsSessions } from './tls-sessions.ts';

/** TLS settings for one server: trusted authorities and resumable sessions. */
export interface Tls {
  readonly context: SecureContext;
  readonly sessions: TlsSessions;
}

export interface Endpoint {
  /** IP address that passed the checks. The name is not resolved again. */
  readonly address: string;
  readonly port: number;
  /** Name for SNI and the certificate. */
  readonly host: string;
  /** TLS settings, or null for plain http. */
  readonly tls: Tls | null;
}

/**
 * Shortest time of an attempt, even if many addresses share the time. A TCP handshake across half the world takes a third of it.
 */
const MIN_ATTEMPT_MS = 1_000;

/**
 * Computes the TCP time for the next of `left` addresses, so that an address that never answers leaves time for later
 * addresses.
 */
function attemptMs(remainingMs: number, left: number): number {
  return Math.min(remainingMs, Math.max(remainingMs / left, MIN_ATTEMPT_MS));
}

/**
 * Opens a socket, TLS included, within `timeoutMs`. `left` addresses, including this one, share the time. Rejects
 * with a `FetchError` (`connect` if another address may be tried), or with the signal's reason.
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
  // Wait for TLS, because a TLS socket emits 'connect' after the TCP handshake.
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
  // Keep a session only after a valid certificate, and count its age from then, because a resumed session does not check the
  // certificate.
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

/** Creates the error of a failed connection. Closed and filtered ports have one message, so that a check cannot scan ports. */
function connectError(host: string): FetchError {
  return new FetchError('connect', `${host} accepts no connection`);
}

function tlsError(host: string, error: Error): FetchError {
  return new FetchError('tls', `${host} has no valid TLS (${findCode(error) || error.message})`);
}
