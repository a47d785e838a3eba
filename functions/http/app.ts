import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../src/directory/duration.ts';
import { DirectoryError } from '../../src/directory/errors.ts';
import { paths as sitePaths } from '../../src/directory/urls.ts';
import { nameDomain } from '../../src/operations/parse-domain-param.ts';
import { tellStore } from '../../src/operations/perform.ts';
import { unknownDomain } from '../../src/operations/unknown-domain.ts';
import type { BuiltFiles } from '../../src/site/build/built-files.ts';
import type { Rendered, Renderer } from '../../src/site/build/renderer.ts';
import { createMcp } from '../mcp/mcp.ts';
import { type Answer, type Call, withFields } from './answer.ts';
import { type ApiContext, createApi } from './api.ts';
import { answerBadge } from './badge.ts';
import { cacheControl, entityTag, revalidate } from './caching.ts';
import { clientNetwork } from './client-network.ts';
import { CORS, preflightFields } from './cors.ts';
import { limitFields, rateLimited } from './limiter.ts';
import { answerMailPage, type MailPageContext } from './mail-page.ts';
import { METRICS_TYPE, type Metrics } from './metrics.ts';
import { asksForPage, negotiate } from './negotiate.ts';
import { renderOpenApi } from './openapi.ts';
import { problemAnswer } from './problem.ts';
import { createSecurityFields } from './security-fields.ts';
import { answerToolPage } from './tool-pages.ts';

export interface FrontContext extends ApiContext {
  readonly store: ApiContext['store'] & MailPageContext['store'];
  readonly files: BuiltFiles;
  readonly renderer: Pick<Renderer, 'render' | 'show' | 'notFound'>;
  /** Present where the process counts what it does. */
  readonly metrics?: Metrics;
}

/** Everything that the service answers, whichever server asks. `answer` never rejects. */
export interface Front {
  answer(call: Call): Promise<Answer>;
  changed(): void;
}

const HTML = 'text/html';
const MARKDOWN = 'text/markdown';
const JSON_TYPE = 'application/json';

/** Verified domains are visited daily: with two days without any visit the crawl stands still. */
const STALE_HOURS = 48;

/** The methods of every page and file. */
const READS = 'GET, HEAD, OPTIONS';
/** A page may be a minute old, and is shown while a newer one is fetched. */
const PAGE_CACHE = cacheControl({ maxAgeS: 60, staleS: 600 });
const HASHED_CACHE = 'public, max-age=31536000, immutable';

export function createFront(context: FrontContext): Front {
  const { baseUrl, files, renderer } = context;
  const shared: FrontContext = {
    ...context,
    queued: (domain) => {
      forget();
      context.queued(domain);
    },
    changed: (domain) => {
      forget();
      context.changed(domain);
    },
  };
  const api = createApi(shared);
  const mcp = createMcp(shared);
  const secure = createSecurityFields(baseUrl);
  const description = describe(context);

  return {
    changed: forget,
    async answer(call) {
      const startedAt = context.now();
      const requestId = randomUUID();
      const answer = named(await answerOf(call, requestId), requestId);
      context.metrics?.count(call.path, answer.status, context.now() - startedAt);
      const type = answer.headers['content-type'];
      // What pages of other sites may not call, they may not read either.
      if (call.path === sitePaths.mcp) return withFields(answer, secure(type));
      if (type?.startsWith(HTML)) return withFields(answer, secure(type));
      return answer.status === 304 ? unchanged(answer) : withFields(answer, { ...CORS, ...secure(type) });
    },
  };

  /** Something has changed: what one door has read before, no other may answer with. */
  function forget(): void {
    api.changed();
    mcp.changed();
  }

  async function answerOf(call: Call, requestId: string): Promise<Answer> {
    const { path } = call;
    if (path === sitePaths.mcp) return await mcp.answer(call);
    if (path.startsWith('/v1/')) return await api.answer(call);
    if (path === sitePaths.openapi && isRead(call)) return revalidate(call, description);
    if (path === '/healthz' && isRead(call)) return plain('ok');
    if (path === '/readyz' && isRead(call)) return await readiness(requestId);
    if (path === '/metrics' && context.metrics && isRead(call)) {
      const body = await context.metrics.render();
      return { status: 200, headers: { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' }, body };
    }
    if (call.method === 'OPTIONS')
      return { status: 204, headers: { allow: READS, ...preflightFields(READS) }, body: null };
    const mailPage = path.startsWith('/notify/') ? await answerMail(call, requestId) : null;
    if (mailPage) return mailPage;
    const isBadge = path.startsWith('/badge/') && path.endsWith('.svg') && isRead(call);
    return isBadge ? await answerBadge(call, context, requestId) : await answerPage(call, requestId);
  }

  async function readiness(requestId: string): Promise<Answer> {
    try {
      const { last_checked } = await context.store.stats();
      return plain(`ready; ${tellFreshness(last_checked, context.now())}`);
    } catch (error) {
      return problemAnswer(told(error, requestId), baseUrl, requestId);
    }
  }

  async function answerMail(call: Call, requestId: string): Promise<Answer | null> {
    const { allowed, standings } = await context.limiter.take('read', clientNetwork(call.address));
    const fields: Record<string, string> = {};
    try {
      if (!allowed) throw rateLimited(standings);
      return await answerMailPage(call, context, fields);
    } catch (error) {
      return withFields(problemAnswer(told(error, requestId), baseUrl, requestId), fields);
    }
  }

  async function answerPage(call: Call, requestId: string): Promise<Answer> {
    const fields: Record<string, string> = {};
    try {
      return revalidate(call, withFields(await respond(call, fields, requestId), fields));
    } catch (error) {
      return withFields(problemAnswer(told(error, requestId), baseUrl, requestId), fields);
    }
  }

  async function respond(call: Call, fields: Record<string, string>, requestId: string): Promise<Answer> {
    const seat = /^\/domain\/([^/]+)$/.exec(call.path);
    if (seat?.[1]) return await answerDomain(call, decode(seat[1]), fields);
    requireRead(call, fields);
    const toolPage = await answerToolPage(call, shared, fields, (error) => told(error, requestId));
    if (toolPage) return toolPage;
    // What is searched for is not known ahead: without script the page comes with its results.
    const isSearch = call.path === sitePaths.search && call.query !== '';
    const page = (isSearch ? null : await built(call.path)) ?? (await render(call, call.path, fields));
    if (page) return page;
    if (asksForPage(call.header('accept'))) return renderedAnswer(await renderer.notFound());
    throw new DirectoryError('not_found', `There is no ${call.path.slice(0, 200)} here.`);
  }

  /** `/domain/<domain>` by Accept, and its `.json` and `.md` siblings. */
  async function answerDomain(call: Call, segment: string, fields: Record<string, string>): Promise<Answer> {
    const { name, type } = await siblingOf(segment);
    if (type === null) fields['vary'] = 'Accept';
    const wanted = type ?? negotiate(call.header('accept'), [HTML, JSON_TYPE, MARKDOWN]);
    if (wanted === JSON_TYPE) {
      const page = type === null ? null : await answerJson(call, name, fields);
      return page ?? (await api.answer(asJson(call, name)));
    }
    requireRead(call, fields);
    if (wanted === null) return await api.answer(call);
    const domain = nameOf(name);
    if (domain === null && wanted === HTML) return renderedAnswer(await renderer.notFound());
    if (domain === null) return await api.answer(asJson(call, name));
    const path = wanted === MARKDOWN ? sitePaths.domainMarkdown(domain) : sitePaths.domain(domain);
    const page = (await built(path)) ?? (await render(call, path, fields));
    if (page) {
      context.lookups.count(domain);
      return page;
    }
    if (wanted === MARKDOWN) throw unknownDomain(domain, baseUrl);
    return renderedAnswer(await renderer.notFound(domain));
  }

  async function built(path: string): Promise<Answer | null> {
    const file = await files.find(path);
    if (!file) return null;
    const { contentType, etag, body, immutable } = file;
    const headers = { 'content-type': contentType, etag, 'cache-control': immutable ? HASHED_CACHE : PAGE_CACHE };
    return { status: 200, headers, body };
  }

  /** The file of a record, byte for byte as the build writes it; null when there is none. */
  async function answerJson(call: Call, name: string, fields: Record<string, string>): Promise<Answer | null> {
    const domain = nameOf(name);
    if (domain === null || !isRead(call)) return null;
    const path = sitePaths.domainJson(domain);
    const page = (await built(path)) ?? (await render(call, path, fields));
    if (page?.status === 200) context.lookups.count(domain);
    return page;
  }

  /** The canonical domain of a segment; null for what is none. */
  function nameOf(name: string): string | null {
    try {
      return nameDomain(context, name, 'name');
    } catch (error) {
      if (error instanceof DirectoryError) return null;
      throw error;
    }
  }

  /**
   * A segment may end in the extension of a sibling, and `.md` is a country's domain as well: it is the sibling of a tracked
   * domain if there is one, so that nobody can take a page's sibling by registering a name.
   */
  async function siblingOf(
    segment: string,
  ): Promise<{ name: string; type: typeof JSON_TYPE | typeof MARKDOWN | null }> {
    if (segment.endsWith('.json')) return { name: segment.slice(0, -'.json'.length), type: JSON_TYPE };
    if (!segment.endsWith('.md')) return { name: segment, type: null };
    const name = segment.slice(0, -'.md'.length);
    const domain = nameOf(name);
    const isTracked = domain !== null && (await context.store.lookup(domain)) !== null;
    return isTracked ? { name, type: MARKDOWN } : { name: segment, type: null };
  }

  /** Rendering costs processor time, so it has a quota; files have none. */
  async function render(call: Call, path: string, fields: Record<string, string>): Promise<Answer | null> {
    const { allowed, standings } = await context.limiter.take('read', clientNetwork(call.address));
    Object.assign(fields, limitFields(standings));
    if (!allowed) throw rateLimited(standings);
    const page = await renderer.render(call.query === '' ? path : `${path}?${call.query}`);
    return page && renderedAnswer(page);
  }

  function told(caught: unknown, requestId: string): DirectoryError {
    const error = tellStore(caught);
    if (error instanceof DirectoryError) return error;
    context.log.error('page.failed', {
      request: requestId,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    return new DirectoryError('internal', 'Something went wrong on our side.');
  }
}

/** With the id of the request, unless the door that answered has one of its own, which its log knows. */
function named(answer: Answer, requestId: string): Answer {
  return 'x-request-id' in answer.headers ? answer : withFields(answer, { 'x-request-id': requestId });
}

/**
 * A client puts the fields of a 304 over those that it keeps (RFC 9111 §3.2), and those that describe and guard the body it has already.
 * A page is told its own again, because whoever stands between may keep pages under other rules.
 */
function unchanged({ status, headers, body }: Answer): Answer {
  const { 'content-type': _, ...kept } = headers;
  return { status, headers: { ...kept, ...CORS }, body };
}

/** The interface description: the same for everybody, made once. */
function describe({ serviceName, baseUrl }: FrontContext): Answer {
  const body = JSON.stringify(renderOpenApi({ name: serviceName, baseUrl }));
  return {
    status: 200,
    headers: {
      ...CORS,
      'content-type': JSON_TYPE,
      'cache-control': cacheControl({ maxAgeS: 3_600, staleS: 86_400 }),
      etag: entityTag(body),
    },
    body,
  };
}

const isRead = ({ method }: Call) => method === 'GET' || method === 'HEAD';

function requireRead(call: Call, fields: Record<string, string>): void {
  if (isRead(call)) return;
  fields['allow'] = READS;
  throw new DirectoryError('method.not_allowed', 'Pages answer GET and HEAD.');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new DirectoryError('domain.invalid', 'The path is not percent-encoded UTF-8.');
  }
}

function renderedAnswer({ status, contentType, body }: Rendered): Answer {
  const known =
    status === 200 ? { etag: entityTag(body), 'cache-control': PAGE_CACHE } : { 'cache-control': 'no-store' };
  return { status, headers: { 'content-type': contentType, ...known }, body };
}

function asJson(call: Call, name: string): Call {
  return {
    method: call.method,
    path: `/domain/${encodeURIComponent(name)}`,
    query: call.query,
    header: (field) => (field === 'accept' ? JSON_TYPE : call.header(field)),
    readBody: (maxBytes) => call.readBody(maxBytes),
    address: call.address,
  };
}

/**
 * How old the last visit is. An old one is an alarm for people and no reason to take the process out of service:
 * what the directory knows can still be read.
 */
function tellFreshness(lastChecked: string | null, now: number): string {
  if (lastChecked === null) return 'nothing was visited yet';
  const hours = Math.floor((now - Date.parse(lastChecked)) / HOUR_MS);
  return `the last visit was ${hours < 1 ? 'within the hour' : `${hours} h ago`}${hours >= STALE_HOURS ? ' (stale)' : ''}`;
}

function plain(text: string): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: `${text}\n`,
  };
}
