import { type Deadline, startDeadline } from './deadline.ts';
import { FetchError } from './fetch-error.ts';
import { followRedirects, LeavesDomainError } from './follow-redirects.ts';
import { IdleConnections } from './idle-connections.ts';
import type { FetchLimits, FetchRequest, FetchResult, Net } from './net.ts';
import { parseTarget, type TargetPolicy } from './parse-target.ts';
import type { FetchProgress, Transport } from './request-target.ts';
import { createTargetResolver, type SandboxEndpoints, type TargetResolver } from './target-resolver.ts';

export interface NetOptions {
  /** DNS servers, as `address` or `address:port`. The system's resolvers are never used. */
  readonly servers: readonly string[];
  readonly userAgent: string;
  readonly sandbox: SandboxEndpoints | null;
  readonly now: () => number;
  /** Hosts of this service, from which fetches are refused. */
  readonly ownHosts?: readonly string[] | undefined;
}

const MAX_QUOTED_CHARACTERS = 200;

export function createNet({ servers, userAgent, sandbox, now, ownHosts = [] }: NetOptions): Net {
  const transport: Transport = {
    resolver: createTargetResolver(servers, sandbox, now),
    idle: new IdleConnections(),
  };
  const { resolver, idle } = transport;
  const policy: TargetPolicy = { isMapped: (name) => sandbox?.isMapped(name) ?? false, ownHosts };
  const underWay = new Set<Deadline>();

  async function fetch(request: FetchRequest, session: object | null): Promise<FetchResult> {
    request.signal?.throwIfAborted();
    const deadline = startDeadline(request.limits.totalMs, request.url.slice(0, MAX_QUOTED_CHARACTERS));
    const progress: FetchProgress = { request, deadline, session, chain: [], address: null };
    const abort = () => deadline.abort(request.signal?.reason);
    request.signal?.addEventListener('abort', abort, { once: true });
    underWay.add(deadline);
    try {
      const { status, headers, bytes, truncated } = await followRedirects(progress, userAgent, policy, transport);
      return { ...emptyResult(progress), status, headers, body: bytes, truncated };
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      const left = error instanceof LeavesDomainError && { leftDomain: true as const, leftFor: error.url };
      return { ...emptyResult(progress), failure: error.failure, detail: error.message, ...left };
    } finally {
      deadline.clear();
      underWay.delete(deadline);
      request.signal?.removeEventListener('abort', abort);
    }
  }

  return {
    fetch: (request) => fetch(request, null),

    openSession() {
      const session = {};
      return {
        // Keep connections only for idempotent requests, because a stale connection may fail after the request was
        // sent (RFC 9112 §9.3.1).
        fetch: (request) => fetch(request, request.method === 'POST' ? null : session),
        close: () => idle.close(session),
      };
    },

    async resolveTxt(name) {
      const canonical = name.toLowerCase().replace(/\.$/, '');
      return (await resolver.dnsFor(canonical)?.resolveTxt(canonical)) ?? { kind: 'absent', nameExists: true };
    },

    refusalReason: (url, limits) => refusalReason(url, limits, policy, resolver),

    async close() {
      for (const deadline of underWay) deadline.abort(new Error('the program is closing its connections'));
      idle.close();
    },
  };
}

async function refusalReason(
  url: string,
  limits: FetchLimits,
  policy: TargetPolicy,
  resolver: TargetResolver,
): Promise<string | null> {
  try {
    await resolver.resolve(parseTarget(url, null, limits, policy));
    return null;
  } catch (error) {
    if (error instanceof FetchError) return error.message;
    throw error;
  }
}

/** Members of every result, before a response or failure adds further members. */
function emptyResult({ request, chain, address }: FetchProgress): FetchResult {
  return {
    url: request.url,
    finalUrl: chain.at(-1) ?? request.url,
    chain: chain.length > 0 ? chain : [request.url],
    status: null,
    failure: null,
    detail: null,
    headers: {},
    body: new Uint8Array(),
    truncated: false,
    address,
  };
}
