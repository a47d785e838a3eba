import { extname } from 'node:path';
import { paths } from '../../src/directory/urls.ts';
import type { BuiltFiles } from '../../src/site/build/built-files.ts';
import { contentTypeOf } from '../../src/site/build/content-type.ts';
import type { Rendered, Renderer } from '../../src/site/build/renderer.ts';
import { entityTag } from '../../src/site/entity-tag.ts';
import { HASHED_CACHE } from '../../src/site/hashed-files.ts';
import { readListRequest } from '../../src/site/list-request.ts';
import type { Answer } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { AppContext } from './app-env.ts';
import { PAGE_CACHE } from './caching.ts';
import { PAGE_TYPES, prefersMarkdown, prefersPage } from './negotiate.ts';
import { queryOf } from './request-target.ts';
import { nothingAt } from './router.ts';
import type { TakeQuota } from './take-quota.ts';

export interface SitePageNeeds {
  readonly files: BuiltFiles;
  readonly renderer: Pick<Renderer, 'render' | 'notFound'>;
}

/** Of a large file, as many bytes cost another request. */
const BYTES_PER_REQUEST = 1024 * 1024;

/** A page that was rendered on demand. */
export interface RenderedAnswer extends Answer {
  readonly body: Rendered['body'];
}

/** The pages and files of the site, as they were built or as they are rendered now. */
export interface SitePages {
  /** `path` with its query; null when the site has nothing there. */
  find(c: AppContext, path: string, query: string): Promise<Answer | null>;
  /** Whether the site has something at the path of a request. */
  exists(c: AppContext): Promise<boolean>;
  /** Whether a build has written the file of this path. */
  isBuilt(path: string): Promise<boolean>;
  /** The page that says so, with a way to add `domain` when a domain was asked for. */
  notFound(domain?: string): Promise<Answer>;
  /** Any address that no other route answers. */
  answer(c: AppContext): Promise<Answer>;
}

/** A page that was rendered within this time is sent again. A known change ends it at once. */
const KEEP_MS = 5_000;

/** `rendered`: pages of the last seconds by path and query. */
export function createSitePages(
  { files, renderer }: SitePageNeeds,
  takeQuota: TakeQuota,
  rendered: AnswerCache<RenderedAnswer | null>,
): SitePages {
  const notFound: SitePages['notFound'] = async (domain) => renderedAnswer(await renderer.notFound(domain));

  const find: SitePages['find'] = async (c, path, query) => {
    // What is searched for, or filtered by, is not known ahead: without script the page comes with its results.
    const file = query !== '' && isAsked(path, query) ? null : await files.find(path);
    if (file) {
      // A request is counted once.
      if (!c.get('quotas')) await takeQuota(c, 'file', 1 + Math.floor(file.body.bytes / BYTES_PER_REQUEST));
      const { contentType, etag, body, immutable } = file;
      const headers = { 'content-type': contentType, etag, 'cache-control': immutable ? HASHED_CACHE : PAGE_CACHE };
      return { status: 200, headers, body };
    }
    // Rendering costs processor time: it takes from another quota than a file.
    if (!c.get('quotas')) await takeQuota(c, 'read');
    const target = query === '' ? path : `${path}?${query}`;
    return await rendered.get(target, KEEP_MS, async () => {
      const page = await renderer.render(target);
      return page && renderedAnswer(page);
    });
  };

  /** The Markdown of a page for who would rather have that; null where nobody asks for it, or there is none. */
  async function findTwin(c: AppContext): Promise<Answer | null> {
    const isFile = contentTypeOf(extname(c.req.path)) !== null;
    if (isFile || !prefersMarkdown(c.req.header('accept'))) return null;
    return await find(c, paths.markdown(c.req.path), queryOf(c.req.url));
  }

  return {
    find,
    exists: async (c) => (await find(c, c.req.path, '')) !== null,
    isBuilt: async (path) => (await files.find(path)) !== null,
    notFound,
    async answer(c) {
      const accept = c.req.header('accept');
      const page = (await findTwin(c)) ?? (await find(c, c.req.path, queryOf(c.req.url)));
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

/** Of what has a Markdown twin, or is one. */
function isPage({ headers }: Answer): boolean {
  return PAGE_TYPES.some((type) => headers['content-type']?.startsWith(type));
}

function renderedAnswer({ status, contentType, body }: Rendered): RenderedAnswer {
  const caching =
    status === 200 ? { etag: entityTag(body), 'cache-control': PAGE_CACHE } : { 'cache-control': 'no-store' };
  return { status, headers: { 'content-type': contentType, ...caching }, body };
}
