import { DirectoryError } from '../../../src/directory/errors.ts';
import type { Caller, VisitProgress } from '../../../src/operations/caller.ts';
import type { OperationDeps } from '../../../src/operations/catalog.ts';
import type { HttpRoute } from '../../../src/operations/http-route.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import { perform } from '../../../src/operations/perform.ts';
import { claimsFor, newClaim } from '../../../src/ownership/claim.ts';
import type { Log } from '../../../src/runtime/log.ts';
import { entityTag } from '../../../src/site/entity-tag.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { AnswerCache } from '../pipeline/answer-cache.ts';
import type { AppContext } from '../pipeline/app-env.ts';
import { cacheControl } from '../pipeline/caching.ts';
import { openEventStream } from '../pipeline/event-stream.ts';
import type { Limiter } from '../pipeline/limiter.ts';
import type { LookupCounter } from '../pipeline/lookup-counter.ts';
import { EVENTS_TYPE, JSON_TYPE } from '../pipeline/media-types.ts';
import { explainFailure, renderProblem } from '../pipeline/problem.ts';
import { toQuery } from '../pipeline/request-target.ts';
import { createTakeQuota, takeReads } from '../pipeline/take-quota.ts';
import {
  nameParameters,
  type ParameterTypes,
  parameterTypes,
  readJsonObject,
  readQuery,
  readSegments,
  refuseMembers,
} from './read-input.ts';

export interface OperationAnswerDeps extends OperationDeps {
  readonly lookups: Pick<LookupCounter, 'count'>;
  readonly log: Log;
  readonly limiter: Limiter;
}

/** Cached answer, with the domain of its lookup. */
export interface CachedAnswer {
  readonly answer: Answer & { readonly body: string };
  readonly domain: string | null;
}

type Segments = Readonly<Record<string, string>>;

/** Answers an operation: parses the input, runs, renders. Uses the cache if possible. */
export function createOperationAnswer(
  operation: Operation<OperationDeps>,
  deps: OperationAnswerDeps,
  cache: AnswerCache<CachedAnswer>,
) {
  const { http } = operation;
  const inPath = segmentNames(http.path);
  const types = parameterTypes(operation.input);
  const inQuery: ParameterTypes = http.takesBody
    ? new Map()
    : new Map([...types].filter(([name]) => !inPath.includes(name)));
  const isParameter = (name: string) => inPath.includes(name) || inQuery.has(name);

  async function run(c: AppContext, segments: Segments, progress: VisitProgress): Promise<unknown> {
    const body = http.takesBody ? await readJsonObject(c.req.raw) : {};
    refuseMembers(body, inPath);
    try {
      const named = readSegments(segments, types);
      const input = { ...body, ...readQuery(toQuery(c.req.url), inQuery), ...named };
      return await perform(operation, deps, toCaller(c, deps, progress), input);
    } catch (error) {
      throw error instanceof DirectoryError ? nameParameters(error, isParameter) : error;
    }
  }

  /** Answers with progress events. Faults before the visit are ordinary answers. */
  async function stream(c: AppContext, segments: Segments): Promise<Answer> {
    const { body, send, end } = openEventStream();
    const requestId = c.get('requestId');
    const begun = Promise.withResolvers<void>();
    const running = run(c, segments, {
      begun: () => begun.resolve(),
      step: (message) => send('progress', { message }),
    });
    await Promise.race([begun.promise, running]);
    running
      .then(
        (output) => send('result', output),
        (caught: unknown) => {
          const error = explainFailure(caught, deps.log, 'request.failed', requestId);
          send('problem', renderProblem(error, deps.baseUrl, requestId));
        },
      )
      .finally(end);
    const headers = { 'content-type': EVENTS_TYPE, 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
    return { status: 200, headers, body };
  }

  return async (c: AppContext, segments: Segments = c.req.param()): Promise<Answer> => {
    const mediaType = c.get('mediaType') ?? JSON_TYPE;
    if (mediaType === EVENTS_TYPE && c.req.method === 'GET') return await stream(c, segments);
    const progress = { begun: (ageS: number) => c.set('ageS', ageS), step: () => {} };
    const make = async () => renderOutput(await run(c, segments, progress), http, mediaType);
    const keepMs = http.freshness?.keepMs ?? 0;
    const key = `${mediaType} ${c.req.path}?${toQuery(c.req.url)}`;
    const { answer, domain } = await (keepMs === 0 ? make() : cache.get(key, keepMs, make));
    if (domain !== null) deps.lookups.count(domain);
    return answer;
  };
}

function renderOutput(output: unknown, http: HttpRoute<unknown>, mediaType: string): CachedAnswer {
  const { status, headers } = http.respond?.(output) ?? { status: 200, headers: {} };
  const other = http.representations?.[mediaType];
  const body = other ? other.write(output) : JSON.stringify(output);
  const charset = mediaType.startsWith('text/') ? '; charset=utf-8' : '';
  return {
    domain: http.countsLookup ? findDomain(output) : null,
    answer: {
      status,
      headers: {
        'content-type': other ? `${mediaType}${charset}` : JSON_TYPE,
        'cache-control': http.freshness ? cacheControl(http.freshness) : 'no-store',
        ...(http.method === 'GET' && { etag: computeTag(http.versionOf?.(output) ?? null, body, mediaType) }),
        ...headers,
      },
      body,
    },
  };
}

/** Returns a strong tag per representation, because two media types have different bytes. */
function computeTag(version: string | null, body: string, mediaType: string): string {
  if (version === null) return entityTag(body);
  return mediaType === JSON_TYPE ? `"${version}"` : `"${version}.${mediaType}"`;
}

/**
 * Creates the caller of a request. A client with its own address always gets the same claim, without storage. Other
 * clients get a new claim.
 */
export function toCaller(
  c: AppContext,
  { serverSecrets, limiter }: Pick<OperationAnswerDeps, 'serverSecrets' | 'limiter'>,
  progress: VisitProgress,
): Caller {
  const client = c.get('client');
  const keepsClaim = client.isDistinct();
  return {
    claimsFor: (domain) => (keepsClaim ? claimsFor(serverSecrets, client.network, domain) : [newClaim()]),
    keepsClaim,
    network: client.network,
    keyDomain: c.get('keyDomain') ?? null,
    progress,
    takeReads: (reads) => takeReads(c, reads, createTakeQuota(limiter)),
  };
}

/** Returns the input members in a path such as `/v1/domain/{domain}`. */
export function segmentNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
}

function findDomain(output: unknown): string | null {
  const hasDomain = typeof output === 'object' && output !== null && 'domain' in output;
  return hasDomain && typeof output.domain === 'string' ? output.domain : null;
}
