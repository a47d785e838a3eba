import { randomUUID } from 'node:crypto';
import { DirectoryError } from '../../src/directory/errors.ts';
import { nameDomain } from '../../src/operations/name-domain.ts';
import { paths } from '../../src/site/urls.ts';
import { StoreError } from '../../src/store/store.ts';
import { type ApiContext, createApi } from './api.ts';
import { answerBadge } from './badge.ts';
import { cacheControl, entityTag, revalidate } from './caching.ts';
import { clientNetwork } from './client-network.ts';
import { type Answer, type Call, withFields } from './exchange.ts';
import { limitFields, QUOTAS, retryAfterS } from './limits.ts';
import { negotiate } from './negotiate.ts';
import { problemAnswer } from './problem.ts';
import { createSecurityFields } from './security.ts';
import type { SiteFiles, SitePage, SiteRenderer } from './site-sources.ts';

export interface FrontContext extends ApiContext {
  readonly files: SiteFiles;
  readonly renderer: SiteRenderer;
}

/** Everything that the service answers, whichever server asks. `answer` never rejects. */
export interface Front {
  answer(call: Call): Promise<Answer>;
  changed(): void;
}

const HTML = 'text/html';
const MARKDOWN = 'text/markdown';
const JSON_TYPE = 'application/json';

/** A page may be a minute old, and is shown while a newer one is fetched. */
const PAGE_CACHE = cacheControl({ maxAgeS: 60, staleS: 600 });
/** Names of these files change with their content. */
const HASHED = /^\/_astro\//;
const HASHED_CACHE = 'public, max-age=31536000, immutable';

export function createFront(context: FrontContext): Front {
  const { baseUrl, files, renderer } = context;
  const api = createApi(context);
  const secure = createSecurityFields(baseUrl);

  return {
    changed: api.changed,
    async answer(call) {
      const answer = await answerOf(call);
      return withFields(answer, secure(answer.headers['content-type']));
    },
  };

  async function answerOf(call: Call): Promise<Answer> {
    const { path } = call;
    if (path.startsWith('/v1/') || path === '/openapi.json') return await api.answer(call);
    if (path === '/healthz') return plain(200, 'ok');
    if (path === '/readyz') return await readiness();
    if (path.startsWith('/badge/') && path.endsWith('.svg')) return await answerBadge(call, context);
    return await answerPage(call);
  }

  async function readiness(): Promise<Answer> {
    try {
      await context.store.stats();
      return plain(200, 'ready');
    } catch {
      return plain(503, 'the store does not answer');
    }
  }

  async function answerPage(call: Call): Promise<Answer> {
    const requestId = randomUUID();
    const fields: Record<string, string> = { 'x-request-id': requestId };
    try {
      return revalidate(call, await respond(call, fields));
    } catch (error) {
      return withFields(problemAnswer(told(error, requestId), baseUrl, requestId), fields);
    }
  }

  async function respond(call: Call, fields: Record<string, string>): Promise<Answer> {
    const path = decodePath(call.path);
    const seat = /^\/domain\/([^/]+)$/.exec(path);
    if (seat?.[1]) return await answerDomain(call, seat[1], fields);
    requireRead(call, fields);
    return pageAnswer(path, (await files.find(path)) ?? (await render(call, path, fields)));
  }

  /** `/domain/<domain>` by Accept, and its `.json` and `.md` siblings. */
  async function answerDomain(call: Call, segment: string, fields: Record<string, string>): Promise<Answer> {
    const { name, type } = await siblingOf(segment);
    const wanted = type ?? negotiate(call.header('accept'), [HTML, JSON_TYPE, MARKDOWN]);
    if (wanted === JSON_TYPE) {
      const built = type === null ? null : await builtJson(name);
      return built ? revalidate(call, withFields(built, fields)) : await api.answer(asJson(call, name));
    }
    if (type === null) fields['vary'] = 'Accept';
    requireRead(call, fields);
    if (wanted === null) {
      throw new DirectoryError('not_acceptable', `This page is available as ${HTML}, ${JSON_TYPE} and ${MARKDOWN}.`);
    }
    const domain = nameDomain(context, name, 'name');
    const path = wanted === MARKDOWN ? paths.domainMarkdown(domain) : paths.domain(domain);
    const page = (await files.find(path)) ?? (await render(call, path, fields));
    if (page.status === 200) context.lookups.count(domain);
    return withFields(pageAnswer(path, page), fields);
  }

  async function builtJson(name: string): Promise<Answer | null> {
    const path = paths.domainJson(nameDomain(context, name, 'name'));
    const page = await files.find(path);
    return page && pageAnswer(path, page);
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
    try {
      const domain = nameDomain(context, name, 'name');
      if (await context.store.lookup(domain)) return { name, type: MARKDOWN };
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
    }
    return { name: segment, type: null };
  }

  /** Rendering costs processor time, so it has a quota; files have none. */
  async function render(call: Call, path: string, fields: Record<string, string>): Promise<SitePage> {
    const { allowed, standings } = await context.limiter.take(QUOTAS.read, clientNetwork(call.address));
    Object.assign(fields, limitFields(standings));
    if (!allowed) {
      const seconds = retryAfterS(standings);
      throw new DirectoryError('rate.limited', `Too many requests; try again in ${seconds} s.`, {
        retryAfterS: seconds,
      });
    }
    const page = await renderer.render(call.query === '' ? path : `${path}?${call.query}`);
    if (page) return page;
    throw new DirectoryError('not_found', `There is no ${path.slice(0, 200)} here.`);
  }

  function told(error: unknown, requestId: string): DirectoryError {
    if (error instanceof DirectoryError) return error;
    if (error instanceof StoreError && error.kind === 'unavailable') {
      return new DirectoryError('store.unavailable', 'The database does not answer at the moment.', { retryAfterS: 5 });
    }
    context.log.error('page.failed', {
      request: requestId,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    return new DirectoryError('internal', 'Something went wrong on our side.');
  }
}

function requireRead(call: Call, fields: Record<string, string>): void {
  if (call.method === 'GET' || call.method === 'HEAD') return;
  fields['allow'] = 'GET, HEAD';
  throw new DirectoryError('method.not_allowed', 'Pages answer GET and HEAD.');
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new DirectoryError('not_found', 'The path is not percent-encoded UTF-8.');
  }
}

function pageAnswer(path: string, page: SitePage): Answer {
  const { status, contentType, body } = page;
  const cache = page.cacheControl ?? (HASHED.test(path) ? HASHED_CACHE : PAGE_CACHE);
  return {
    status,
    headers: {
      'content-type': contentType,
      'cache-control': status === 200 ? cache : 'no-store',
      ...(status === 200 ? { etag: entityTag(body) } : {}),
    },
    body,
  };
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

function plain(status: number, text: string): Answer {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: `${text}\n`,
  };
}
