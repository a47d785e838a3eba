import { randomUUID } from 'node:crypto';
import { DirectoryError } from '../../src/directory/errors.ts';
import type { OperationContext, OperationStore } from '../../src/operations/context.ts';
import { perform, tellStore } from '../../src/operations/perform.ts';
import type { Log } from '../../src/runtime/log.ts';
import type { Store } from '../../src/store/store.ts';
import type { Visits, Waiting } from '../visits/site-visits.ts';
import { type Answer, type Call, type Fields, withFields } from './answer.ts';
import { createAnswerCache, type Kept } from './answer-cache.ts';
import { authenticate } from './authenticate.ts';
import { cacheControl, entityTag, revalidate } from './caching.ts';
import { clientNetwork } from './client-network.ts';
import { CORS, preflightFields } from './cors.ts';
import { resume, streamEvents } from './event-stream.ts';
import { type Limiter, limitFields, type QuotaGroup, rateLimited } from './limiter.ts';
import type { LookupCounter } from './lookup-counter.ts';
import { createMatcher, type Match, readSegments } from './match.ts';
import { negotiate } from './negotiate.ts';
import { problemAnswer, renderProblem } from './problem.ts';
import { nameParameters, readJsonBody, readQuery, refuseMembers } from './read-input.ts';
import { ROUTES } from './routes.ts';

/** What the API works with: the operations' context without what belongs to one request. */
export interface ApiContext extends Omit<OperationContext, 'client' | 'keyDomain' | 'check' | 'draft'> {
  readonly store: OperationStore & Pick<Store, 'findKey'>;
  readonly visits: Visits;
  readonly log: Log;
  readonly limiter: Limiter;
  readonly lookups: LookupCounter;
}

/** The JSON API: a call in, an answer out. Never rejects. */
export interface Api {
  answer(call: Call): Promise<Answer>;
  /** Something in the store has changed: forget what was read before. */
  changed(): void;
}

const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

export function createApi(context: ApiContext): Api {
  const matcher = createMatcher(ROUTES);
  const cache = createAnswerCache(context.now);
  const base: ApiContext = {
    ...context,
    queued: (domain) => {
      cache.clear();
      context.queued(domain);
    },
    changed: (domain) => {
      cache.clear();
      context.changed(domain);
    },
  };

  return {
    changed: () => cache.clear(),
    async answer(call) {
      const requestId = randomUUID();
      const fields: Record<string, string> = { ...CORS, 'x-request-id': requestId };
      try {
        return withFields(revalidate(call, await respond(call, fields, requestId)), fields);
      } catch (error) {
        return withFields(problemAnswer(tell(error, requestId), context.baseUrl, requestId), fields);
      }
    },
  };

  /** Match, limit, read, run, render. `fields` collects what the answer carries even if this rejects. */
  async function respond(call: Call, fields: Record<string, string>, requestId: string): Promise<Answer> {
    if (call.method === 'OPTIONS') return options(call.path);
    const { match, allow } = matcher.find(call.method === 'HEAD' ? 'GET' : call.method, call.path);
    await limit(call, match?.ready.route.quota ?? 'read', fields);
    if (!match) throw unmatched(call, allow, fields);
    if (match.ready.route.vary) fields['vary'] = match.ready.route.vary;
    const offers = match.ready.route.streams ? [JSON_TYPE, EVENTS_TYPE] : [JSON_TYPE];
    const type = negotiate(call.header('accept'), offers);
    if (type === null) {
      throw new DirectoryError(
        'not_acceptable',
        `This resource is available as ${[...offers, ...(match.ready.route.alsoAs ?? [])].join(', ')}.`,
      );
    }
    if (type === EVENTS_TYPE && call.method === 'GET') return await stream(call, match, requestId);
    const kept = await answerOf(call, match, fields);
    if (kept.domain !== null) context.lookups.count(kept.domain);
    return kept.answer;
  }

  async function limit(call: Call, group: QuotaGroup, fields: Record<string, string>): Promise<void> {
    const { allowed, standings } = await context.limiter.take(group, clientNetwork(call.address));
    Object.assign(fields, limitFields(standings));
    if (!allowed) throw rateLimited(standings);
  }

  async function answerOf(call: Call, match: Match, fields: Record<string, string>): Promise<Kept> {
    const { route } = match.ready;
    if (route.keepMs === 0) return await run(call, match, fields);
    const key = `${call.path}?${call.query}`;
    return await cache.get(key, route.keepMs, () => run(call, match, fields));
  }

  async function run(call: Call, match: Match, fields: Record<string, string>): Promise<Kept> {
    const { route } = match.ready;
    const output = await operate(call, match, {
      report: () => {},
      aged: (seconds) => {
        fields['age'] = String(seconds);
      },
    });
    const { status, headers } = route.respond?.(output) ?? { status: 200, headers: {} };
    const text = JSON.stringify(output);
    return {
      domain: route.countsLookup ? domainOf(output) : null,
      answer: {
        status,
        headers: {
          'content-type': JSON_TYPE,
          'cache-control': route.caching ? cacheControl(route.caching) : 'no-store',
          ...(route.method === 'GET' ? { etag: entityTag(text) } : {}),
          ...headers,
        },
        body: text,
      },
    };
  }

  /** Parses the call's input for the operation and performs it. Rejects in the words of HTTP. */
  async function operate(call: Call, match: Match, waiting: Waiting): Promise<unknown> {
    const { route, query, segments } = match.ready;
    // Nobody's body is read before it is known whose it is.
    const keyDomain = route.operation.access === 'owner' ? await keyDomainOf(call) : undefined;
    const body = route.takesBody ? await readJsonBody(call) : {};
    refuseMembers(body, segments);
    try {
      const input = { ...body, ...readQuery(call.query, query), ...readSegments(match) };
      return await perform(
        route.operation,
        {
          ...base,
          client: clientNetwork(call.address),
          keyDomain,
          check: (domain) => base.visits.check(domain, waiting),
          draft: (domain) => base.visits.draft(domain, waiting),
        },
        input,
      );
    } catch (error) {
      const isParameter = (name: string) => segments.includes(name) || query.has(name);
      throw error instanceof DirectoryError ? nameParameters(error, isParameter) : error;
    }
  }

  async function keyDomainOf(call: Call): Promise<string> {
    const { store, serverSecret } = context;
    try {
      return await authenticate(call.header('authorization'), { serverSecret, findKey: store.findKey });
    } catch (error) {
      throw tellStore(error);
    }
  }

  /** The same, with its progress. What can be said before the work begins is an ordinary answer. */
  async function stream(call: Call, match: Match, requestId: string): Promise<Answer> {
    let begun = () => {};
    const first = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let refused: unknown = null;
    const events = streamEvents(async (report) => {
      let isVisiting = false;
      const aged = () => {
        isVisiting = true;
        begun();
      };
      try {
        return { event: 'result', data: await operate(call, match, { report, aged }) };
      } catch (error) {
        if (!isVisiting) refused = error;
        return { event: 'problem', data: renderProblem(tell(error, requestId), context.baseUrl, requestId) };
      } finally {
        begun();
      }
    });
    const opened = events.next();
    await first;
    if (refused !== null) throw refused;
    return {
      status: 200,
      headers: { 'content-type': EVENTS_TYPE, 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      body: resume(opened, events),
    };
  }

  function options(path: string): Answer {
    const allow = matcher.allowFor(path);
    if (allow === '') throw notFound(path);
    const headers: Fields = { allow, ...preflightFields(allow), 'cache-control': 'no-store' };
    return { status: 204, headers, body: null };
  }

  /** What the caller is told. Of a defect of ours nothing but an id, under which the log has it. */
  function tell(caught: unknown, requestId: string): DirectoryError {
    const error = tellStore(caught);
    if (error instanceof DirectoryError) return error;
    context.log.error('request.failed', {
      request: requestId,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    return new DirectoryError('internal', 'Something went wrong on our side.', { cause: error });
  }
}

function unmatched(call: Call, allow: string, fields: Record<string, string>): DirectoryError {
  if (allow === '') return notFound(call.path);
  fields['allow'] = allow;
  return new DirectoryError('method.not_allowed', `${call.path} answers ${allow}.`);
}

function notFound(path: string): DirectoryError {
  return new DirectoryError('not_found', `There is no ${path.slice(0, 200)} here.`);
}

function domainOf(output: unknown): string | null {
  const isRecord = typeof output === 'object' && output !== null && 'domain' in output;
  return isRecord && typeof output.domain === 'string' ? output.domain : null;
}
