import { Connection } from './connection.ts';
import { type Deadline, orAborted } from './deadline.ts';
import { FetchError } from './fetch-error.ts';
import type { ConnectionUse, IdleConnections } from './idle-connections.ts';
import type { FetchRequest } from './net.ts';
import { openSocket } from './open-socket.ts';
import type { Turn } from './pacing.ts';
import type { Target } from './parse-target.ts';
import { type HttpRequest, type HttpResponse, StaleConnectionError, sendRequest } from './send-request.ts';
import type { RequestSigner } from './signatures/request-signer.ts';
import type { ResolvedTarget, TargetResolver } from './target-resolver.ts';

export interface Transport {
  readonly resolver: TargetResolver;
  readonly idle: IdleConnections;
}

/** Request that is signed just before it is sent, because a wait could outlast the signature. */
export interface UnsignedRequest extends HttpRequest {
  readonly sign: RequestSigner | undefined;
}

/** State of one fetch, over all its redirects. */
export interface FetchProgress {
  readonly request: FetchRequest;
  readonly deadline: Deadline;
  /** Session of the request. If null, the connections close with the request. */
  readonly session: object | null;
  /** All URLs requested so far. */
  readonly chain: string[];
  /** IP address of the last attempt. */
  address: string | null;
}

const NO_TURN: Turn = { address: null, release: () => {} };

/** Requests one URL without following redirects. Tries the host's addresses until one accepts a connection. */
export async function requestTarget(
  target: Target,
  unsigned: UnsignedRequest,
  progress: FetchProgress,
  { resolver, idle }: Transport,
): Promise<HttpResponse> {
  const { deadline, request } = progress;
  const resolved = await orAborted(resolver.resolve(target), deadline.signal);
  const use: ConnectionUse = { session: progress.session, origin: target.url.origin };
  const toPlace = (address: string) => (resolved.isPaced(address) ? address : use.origin);
  let left = [...resolved.addresses];
  let connectMs = request.limits.connectMs;
  for (;;) {
    const reusable = left.find((address) => idle.has(toPlace(address), use));
    const candidates = reusable === undefined ? left : [reusable];
    const turn = await takeTurn(target.host, candidates.filter(resolved.isPaced), progress);
    const address = turn.address ?? candidates[0] ?? '';
    left = left.filter((other) => other !== address);
    const startedAt = performance.now();
    try {
      const attempt = { address, place: toPlace(address), addressesLeft: left.length + 1, connectMs };
      return await requestAddress(attempt, use, resolved, unsigned, progress, idle);
    } catch (error) {
      connectMs -= performance.now() - startedAt;
      // Try the next address only if no connection was made, so that the request is not sent twice.
      const isUnsent = error instanceof FetchError && error.failure === 'connect';
      if (!isUnsent || left.length === 0 || connectMs <= 0) throw error;
    } finally {
      turn.release();
    }
  }
}

async function takeTurn(host: string, addresses: readonly string[], progress: FetchProgress): Promise<Turn> {
  const { request, deadline } = progress;
  if (!request.pacing) return NO_TURN;
  deadline.pause();
  return request.pacing.takeTurn(host, addresses, deadline.signal, request.maxWaitMs).finally(() => deadline.resume());
}

interface Attempt {
  readonly address: string;
  /** Key of the connection while it is idle. */
  readonly place: string;
  /** Number of addresses that share the time to connect, including this address. */
  readonly addressesLeft: number;
  readonly connectMs: number;
}

/** Sends the request over an idle connection. Opens a new connection if no idle connection works. */
async function requestAddress(
  { address, place, addressesLeft, connectMs }: Attempt,
  use: ConnectionUse,
  resolved: ResolvedTarget,
  unsigned: UnsignedRequest,
  progress: FetchProgress,
  idle: IdleConnections,
): Promise<HttpResponse> {
  const { deadline } = progress;
  const httpRequest = withSignature(unsigned);
  const send = async (connection: Connection) => {
    progress.address = address;
    const response = await sendRequest(connection, httpRequest, deadline.signal);
    if (connection.isReusable()) idle.keep(place, use, connection);
    return response;
  };
  const idleConnection = idle.take(place, use);
  const response = idleConnection && (await send(idleConnection).catch(nullIfStale));
  if (response) return response;
  const timeoutMs = Math.min(connectMs, deadline.remainingMs());
  const socket = await openSocket(resolved.endpoint(address), addressesLeft, timeoutMs, deadline.signal);
  return await send(new Connection(socket));
}

function withSignature({ sign, ...request }: UnsignedRequest): HttpRequest {
  return sign ? { ...request, headers: { ...request.headers, ...sign(request.host) } } : request;
}

function nullIfStale(error: unknown): null {
  if (error instanceof StaleConnectionError) return null;
  throw error;
}
