import { registrableDomain } from '../directory/domain-name.ts';
import { openConnection } from './open-socket.ts';
import { type Deadline, orAborted, startDeadline } from './deadline.ts';
import { createDoor, type SandboxDoor } from './target-resolver.ts';
import { type Exchanged, exchange, StaleWireError } from './send-request.ts';
import { FetchError } from './fetch-error.ts';
import type { Answer, FetchRequest, Net } from './net.ts';
import { createIdleWires } from './idle-connections.ts';
import type { Turn } from './pacing.ts';
import { parseTarget, type Target, type TargetPolicy } from './parse-target.ts';
import { Wire } from './connection.ts';

export type { SandboxDoor } from './target-resolver.ts';

export interface NetOptions {
  /** DNS servers, as `address` or `address:port`. The system's own are never asked. */
  readonly servers: readonly string[];
  readonly userAgent: string;
  readonly sandbox: SandboxDoor | null;
  readonly now: () => number;
  /** Host of this service: it does not fetch from itself. */
  readonly ownHost?: string | undefined;
}

/** 300 offers a choice, 304 is about a copy, 305 is withdrawn: only these move (RFC 9110 §15.4). */
const FOLLOWED = new Set([301, 302, 303, 307, 308]);
const NONE_FOLLOWED: ReadonlySet<number> = new Set();
const NO_PACING: Turn = { address: null, release: () => {} };

export function createNet(options: NetOptions): Net {
  const { sandbox, userAgent } = options;
  const door = createDoor(options.servers, sandbox, options.now);
  const policy: TargetPolicy = {
    isMapped: (name) => sandbox?.isMapped(name) ?? false,
    ownHost: options.ownHost,
  };
  const underWay = new Set<Deadline>();
  const idle = createIdleWires();

  /** The answer of one URL, without its redirects. */
  async function visit(target: Target, request: FetchRequest, headers: Headers, deadline: Deadline, trace: Trace) {
    const { limits, pacing, maxWaitMs } = request;
    const { signal } = deadline;
    const found = await orAborted(door.find(target), signal);
    let left = [...found.addresses];
    let connectMs = limits.connectMs;
    const use = { errand: trace.errand, origin: target.url.origin };
    const question = {
      host: target.host,
      method: request.method ?? 'GET',
      path: `${target.url.pathname}${target.url.search}`,
      headers,
      body: request.body,
      limits,
      followed: follows(request) ? FOLLOWED : NONE_FOLLOWED,
      keep: use.errand !== null,
    };
    const placeOf = (address: string) => (found.isPaced(address) ? address : use.origin);
    for (;;) {
      let turn = NO_PACING;
      const open = left.find((address) => idle.has(placeOf(address), use));
      const wanted = open === undefined ? left : [open];
      if (pacing) {
        deadline.pause();
        const paced = wanted.filter(found.isPaced);
        turn = await pacing.turn(target.host, paced, signal, maxWaitMs).finally(() => deadline.resume());
      }
      const address = turn.address ?? wanted[0] ?? '';
      const place = placeOf(address);
      left = left.filter((other) => other !== address);
      const startedAt = performance.now();
      try {
        const ask = async (wire: Wire) => {
          trace.address = address;
          const answer = await exchange(wire, question, signal);
          if (wire.isFree()) idle.leave(place, use, wire);
          return answer;
        };
        const kept = idle.take(place, use);
        if (kept) {
          const answer = await ask(kept).catch(unlessStale);
          if (answer) return answer;
        }
        const timeoutMs = Math.min(connectMs, deadline.remainingMs());
        const socket = await openConnection(found.endpoint(address), left.length + 1, timeoutMs, signal);
        return await ask(new Wire(socket));
      } catch (error) {
        connectMs -= performance.now() - startedAt;
        // Only a connection that never came about may be tried elsewhere: the request must not be sent twice.
        const next = error instanceof FetchError && error.failure === 'connect' && left.length > 0 && connectMs > 0;
        if (!next) throw error;
      } finally {
        turn.release();
      }
    }
  }

  async function follow(request: FetchRequest, deadline: Deadline, trace: Trace): Promise<Exchanged> {
    const { limits } = request;
    let target = parseTarget(request.url, null, limits, policy);
    trace.chain.push(target.url.href);
    const home = registrableDomain(target.host);
    let headers: Headers = {
      'user-agent': userAgent,
      accept: '*/*',
      'accept-encoding': limits.codings === 'any' ? 'gzip, br, deflate' : 'identity',
      ...request.headers,
    };
    for (;;) {
      const answer = await visit(target, request, headers, deadline, trace);
      if (!FOLLOWED.has(answer.status) || !follows(request)) return answer;
      const next = parseTarget(locationOf(answer, target), target.url, limits, policy);
      const abroad = registrableDomain(next.host) !== home;
      if (abroad && !limits.crossDomain) {
        throw new FetchError('bad-redirect', `${target.host} redirects to ${next.host}, which is another domain`);
      }
      if (trace.chain.includes(next.url.href)) {
        throw new FetchError('too-many-redirects', `${next.url.href} redirects in a circle`);
      }
      if (trace.chain.length > limits.maxRedirects) {
        throw new FetchError('too-many-redirects', `${request.url} redirects more than ${limits.maxRedirects} times`);
      }
      // What a caller says to one domain is not for another.
      if (abroad) headers = withoutCallers(headers, request);
      target = next;
      trace.chain.push(target.url.href);
    }
  }

  async function fetch(request: FetchRequest, errand: object | null): Promise<Answer> {
    request.signal?.throwIfAborted();
    const startedAt = performance.now();
    const trace: Trace = { chain: [], address: null, errand };
    const deadline = startDeadline(request.limits.totalMs, request.url.slice(0, MAX_QUOTED));
    const abort = () => deadline.abort(request.signal?.reason);
    request.signal?.addEventListener('abort', abort, { once: true });
    underWay.add(deadline);
    try {
      const { status, headers, bytes, truncated } = await follow(request, deadline, trace);
      return { ...outcome(request, trace, startedAt), status, headers, body: bytes, truncated };
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      return { ...outcome(request, trace, startedAt), failure: error.failure, detail: error.message };
    } finally {
      deadline.clear();
      underWay.delete(deadline);
      request.signal?.removeEventListener('abort', abort);
    }
  }

  return {
    fetch: (request) => fetch(request, null),

    openVisit() {
      const errand = {};
      // What is sent cannot be taken back: a question that is not idempotent gets a connection of its own (RFC 9112 §9.3.1).
      return {
        fetch: (request) => fetch(request, request.method === 'POST' ? null : errand),
        close: () => idle.end(errand),
      };
    },

    async resolveTxt(name) {
      const canonical = name.toLowerCase().replace(/\.$/, '');
      const resolver = door.resolverFor(canonical);
      return resolver ? resolver.txtOf(canonical) : { kind: 'absent' };
    },

    async refusalOf(url, limits) {
      try {
        await door.find(parseTarget(url, null, limits, policy));
        return null;
      } catch (error) {
        if (error instanceof FetchError) return error.message;
        throw error;
      }
    },

    async close() {
      for (const deadline of underWay) deadline.abort(new Error('the program is closing its connections'));
      idle.end();
    },
  };
}

type Headers = Readonly<Record<string, string>>;

interface Trace {
  readonly chain: string[];
  address: string | null;
  /** Stands for the visit that this request belongs to; null: its connections are closed with it. */
  readonly errand: object | null;
}

function unlessStale(error: unknown): null {
  if (error instanceof StaleWireError) return null;
  throw error;
}

const MAX_QUOTED = 200;

/** A request with a body is for the address that it was written to. */
const follows = (request: FetchRequest): boolean => request.limits.maxRedirects > 0 && request.method !== 'POST';

/** Fields are read as Latin-1; servers that put other letters there mean UTF-8, as browsers read them. */
function locationOf(answer: Exchanged, { host }: Target): string {
  const [location, ...more] = new Set(answer.locations);
  if (location === undefined) throw new FetchError('bad-redirect', `${host} redirects without saying where to`);
  if (more.length > 0) throw new FetchError('bad-redirect', `${host} redirects to several places at once`);
  return Buffer.from(location, 'latin1').toString('utf8');
}

function withoutCallers(headers: Headers, request: FetchRequest): Headers {
  const callers = new Set(Object.keys(request.headers ?? {}).filter((name) => name !== 'accept'));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !callers.has(name)));
}

/** What every answer says; a failure or the answer itself fills the rest. */
function outcome(request: FetchRequest, trace: Trace, startedAt: number): Answer {
  return {
    url: request.url,
    finalUrl: trace.chain.at(-1) ?? request.url,
    chain: trace.chain.length > 0 ? trace.chain : [request.url],
    status: null,
    failure: null,
    detail: null,
    headers: {},
    body: new Uint8Array(),
    truncated: false,
    address: trace.address,
    durationMs: performance.now() - startedAt,
  };
}
