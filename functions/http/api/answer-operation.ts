import { DirectoryError } from '../../../src/directory/errors.ts';
import type { Caller, VisitProgress } from '../../../src/operations/caller.ts';
import type { OperationDeps } from '../../../src/operations/catalog.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import { perform } from '../../../src/operations/perform.ts';
import { claimsFor, newClaim } from '../../../src/ownership/claim.ts';
import type { ServerSecrets } from '../../../src/ownership/server-secrets.ts';
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
import { queryOf } from '../pipeline/request-target.ts';
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
  const answerer = new OperationAnswerer(operation, deps, cache);
  return (c: AppContext, segments?: Segments) => answerer.answer(c, segments ?? c.req.param());
}

class OperationAnswerer {
  readonly #operation: Operation<OperationDeps>;
  readonly #deps: OperationAnswerDeps;
  readonly #cache: AnswerCache<CachedAnswer>;
  readonly #inPath: readonly string[];
  readonly #types: ParameterTypes;
  readonly #inQuery: ParameterTypes;

  constructor(operation: Operation<OperationDeps>, deps: OperationAnswerDeps, cache: AnswerCache<CachedAnswer>) {
    this.#operation = operation;
    this.#deps = deps;
    this.#cache = cache;
    this.#inPath = segmentNames(operation.http.path);
    this.#types = parameterTypes(operation.input);
    this.#inQuery = operation.http.takesBody
      ? new Map()
      : new Map([...this.#types].filter(([name]) => !this.#inPath.includes(name)));
  }

  async answer(c: AppContext, segments: Segments): Promise<Answer> {
    if (c.get('mediaType') === EVENTS_TYPE && c.req.method === 'GET') return await this.#stream(c, segments);
    const mediaType = c.get('mediaType') ?? JSON_TYPE;
    const progress = { begun: (ageS: number) => c.set('ageS', ageS), step: () => {} };
    const make = async () => this.#render(await this.#run(c, segments, progress), mediaType);
    const keepMs = this.#operation.http.freshness?.keepMs ?? 0;
    const key = `${mediaType} ${c.req.path}?${queryOf(c.req.url)}`;
    const { answer, domain } = await (keepMs === 0 ? make() : this.#cache.get(key, keepMs, make));
    if (domain !== null) this.#deps.lookups.count(domain);
    return answer;
  }

  async #run(c: AppContext, segments: Segments, progress: VisitProgress): Promise<unknown> {
    const body = this.#operation.http.takesBody ? await readJsonObject(c.req.raw) : {};
    refuseMembers(body, this.#inPath);
    try {
      const named = readSegments(segments, this.#types);
      const input = { ...body, ...readQuery(queryOf(c.req.url), this.#inQuery), ...named };
      return await perform(this.#operation, this.#deps, callerOf(c, this.#deps, progress), input);
    } catch (error) {
      const isParameter = (name: string) => this.#inPath.includes(name) || this.#inQuery.has(name);
      throw error instanceof DirectoryError ? nameParameters(error, isParameter) : error;
    }
  }

  #render(output: unknown, mediaType: string): CachedAnswer {
    const { http } = this.#operation;
    const { status, headers } = http.respond?.(output) ?? { status: 200, headers: {} };
    const other = http.representations?.[mediaType];
    const body = other ? other.write(output) : JSON.stringify(output);
    const charset = mediaType.startsWith('text/') ? '; charset=utf-8' : '';
    return {
      domain: http.countsLookup ? domainOf(output) : null,
      answer: {
        status,
        headers: {
          'content-type': other ? `${mediaType}${charset}` : JSON_TYPE,
          'cache-control': http.freshness ? cacheControl(http.freshness) : 'no-store',
          ...(http.method === 'GET' && { etag: this.#tagOf(output, body, mediaType) }),
          ...headers,
        },
        body,
      },
    };
  }

  /** Returns a strong tag per representation, because two media types have different bytes. */
  #tagOf(output: unknown, body: string, mediaType: string): string {
    const version = this.#operation.http.versionOf?.(output) ?? null;
    if (version === null) return entityTag(body);
    return mediaType === JSON_TYPE ? `"${version}"` : `"${version}.${mediaType}"`;
  }

  /** Answers an operation with progress events. Faults before the visit are ordinary answers. */
  async #stream(c: AppContext, segments: Segments): Promise<Answer> {
    const { body, send, end } = openEventStream();
    const begun = Promise.withResolvers<void>();
    const running = this.#run(c, segments, {
      begun: () => begun.resolve(),
      step: (message) => send('progress', { message }),
    });
    await Promise.race([begun.promise, running]);
    running
      .then(
        (output) => send('result', output),
        (error: unknown) => send('problem', this.#problemOf(error, c.get('requestId'))),
      )
      .finally(end);
    const headers = { 'content-type': EVENTS_TYPE, 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
    return { status: 200, headers, body };
  }

  #problemOf(caught: unknown, requestId: string) {
    const error = explainFailure(caught, this.#deps.log, 'request.failed', requestId);
    return renderProblem(error, this.#deps.baseUrl, requestId);
  }
}

export interface CallerDeps {
  readonly serverSecrets: ServerSecrets;
  readonly limiter: Limiter;
}

/**
 * Creates the caller of a request. A client with its own address always gets the same claim, without storage. Other
 * clients get a new claim.
 */
export function callerOf(c: AppContext, { serverSecrets, limiter }: CallerDeps, progress: VisitProgress): Caller {
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

function domainOf(output: unknown): string | null {
  const hasDomain = typeof output === 'object' && output !== null && 'domain' in output;
  return hasDomain && typeof output.domain === 'string' ? output.domain : null;
}
