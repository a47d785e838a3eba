import { extname } from 'node:path';
import { paths } from '../../../src/directory/urls.ts';
import type { BuiltFiles } from '../../../src/site/build/built-files.ts';
import { findContentType } from '../../../src/site/build/content-type.ts';
import type { Rendered } from '../../../src/site/build/rendered.ts';
import type { Renderer } from '../../../src/site/build/renderer.ts';
import { readListRequest } from '../../../src/site/content/list-request.ts';
import { entityTag } from '../../../src/site/entity-tag.ts';
import { HASHED_CACHE } from '../../../src/site/hashed-files.ts';
import type { Answer, Fields } from '../pipeline/answer.ts';
import type { AnswerCache } from '../pipeline/answer-cache.ts';
import type { AppContext } from '../pipeline/app-env.ts';
import { PAGE_CACHE } from '../pipeline/caching.ts';
import { PAGE_TYPES, prefersMarkdown, prefersPage } from '../pipeline/negotiate.ts';
import { toQuery } from '../pipeline/request-target.ts';
import type { TakeQuota } from '../pipeline/take-quota.ts';
import { nothingAt } from '../router.ts';

export interface SitePageDeps {
  readonly files: BuiltFiles;
  readonly renderer: Pick<Renderer, 'render' | 'notFound'>;
  readonly now: () => number;
}

/** Bytes of a large file per counted request. */
const BYTES_PER_REQUEST = 1024 * 1024;

export interface RenderedAnswer extends Answer {
  readonly body: Rendered['body'];
}

/** Pages and files of the site, built or rendered on demand. */
export type SitePages = ReturnType<typeof createSitePages>;

/** Cache time of rendered pages, which ends early after a known change. */
const KEEP_MS = 5_000;

/** `rendered` caches recent pages by path and query. */
export function createSitePages(
  { files, renderer, now }: SitePageDeps,
  takeQuota: TakeQuota,
  rendered: AnswerCache<RenderedAnswer | null>,
) {
  const notFound = async (domain?: string) => renderedAnswer(await renderer.notFound(domain));

  const find = async (c: AppContext, path: string, query: string): Promise<Answer | null> => {
    // Render pages with a query, so that they work without JavaScript.
    const file = query !== '' && isAsked(path, query) ? null : await files.find(path);
    if (file) {
      // Count a request once.
      if (!c.get('quotas')) await takeQuota(c, 'file', 1 + Math.floor(file.body.bytes / BYTES_PER_REQUEST));
      const { contentType, etag, body, immutable, modifiedMs } = file;
      const headers = {
        'content-type': contentType,
        etag,
        ...lastModified(modifiedMs, now()),
        'cache-control': immutable ? HASHED_CACHE : PAGE_CACHE,
      };
      return { status: 200, headers, body };
    }
    // Count against the quota of rendered pages, because rendering takes CPU time.
    if (!c.get('quotas')) await takeQuota(c, 'read');
    const target = query === '' ? path : `${path}?${query}`;
    return await rendered.get(target, KEEP_MS, async () => {
      const page = await renderer.render(target, c.get('client').network);
      return page && renderedAnswer(page);
    });
  };

  /** Returns the Markdown of a page if the client prefers it, or null. */
  async function findTwin(c: AppContext): Promise<Answer | null> {
    const isFile = findContentType(extname(c.req.path)) !== null;
    if (isFile || !prefersMarkdown(c.req.header('accept'))) return null;
    return await find(c, paths.markdown(c.req.path), toQuery(c.req.url));
  }

  return {
    find,
    /** Reports whether the site has the path of a request. */
    exists: async (c: AppContext) => (await find(c, c.req.path, '')) !== null,
    /** Reports whether a build wrote the file of this path. */
    isBuilt: async (path: string) => (await files.find(path)) !== null,
    /** Returns the "not found" page, which offers to add `domain` if the path has one. */
    notFound,
    /** Serves all other URLs. */
    async answer(c: AppContext) {
      const accept = c.req.header('accept');
      const page = (await findTwin(c)) ?? (await find(c, c.req.path, toQuery(c.req.url)));
      if (page) {
        c.set('variesByAccept', isPage(page));
        return page;
      }
      if (prefersPage(accept)) return await notFound();
      throw nothingAt(c.req.path);
    },
  };
}

const isEither = (path: string, page: string) => path === page || path === paths.markdown(page);
const isAsked = (path: string, query: string) =>
  isEither(path, paths.search) ||
  (isEither(path, paths.browse(1)) && readListRequest(new URLSearchParams(query)) !== null);

/** Reports whether an answer is a page or its Markdown version. */
function isPage({ headers }: Answer): boolean {
  return PAGE_TYPES.some((type) => headers['content-type']?.startsWith(type));
}

/**
 * Formats the time of a file as a field. Two versions of a file written in one second would have the same time, so a new file
 * gets the next second (RFC 9110 §8.8.2.2).
 */
function lastModified(modifiedMs: number, nowMs: number): Fields {
  const isOver = Math.floor(modifiedMs / 1_000) < Math.floor(nowMs / 1_000);
  return isOver ? { 'last-modified': new Date(modifiedMs).toUTCString() } : {};
}

function renderedAnswer({ status, contentType, body }: Rendered): RenderedAnswer {
  const caching =
    status === 200 ? { etag: entityTag(body), 'cache-control': PAGE_CACHE } : { 'cache-control': 'no-store' };
  return { status, headers: { 'content-type': contentType, ...caching }, body };
}
