import { extname, join } from 'node:path';
import { paths } from '../../directory/urls.ts';
import type { Store } from '../../store/store.ts';
import { badgeStateOf, parseBadgeStyle, renderBadge } from '../badge.ts';
import { listPageCount, ROWS_PER_PAGE } from '../lists.ts';
import type { Directory, Page } from '../page.ts';
import { toRow } from '../row.ts';
import type { Service } from '../service.ts';
import { renderDomainJson } from '../views/domain/domain-json.ts';
import { renderDomainMarkdown } from '../views/domain/domain-markdown.ts';
import { openBuiltFiles } from './built-files.ts';
import { compileSite } from './compile-site.ts';
import { contentTypeOf } from './content-type.ts';
import { fileOf, htmlFileOf } from './file-of.ts';
import type { ListFile } from './list-file.ts';
import { type DirectoryStore, directoryReader } from './read-directory.ts';
import { readDocs } from './read-docs.ts';
import { loadSiteApp, type SiteApp } from './site-app.ts';
import { directoryFiles, fixedFiles } from './site-files.ts';

export interface Rendered {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

export interface Renderer {
  /**
   * Any page or file of the site, from what the store holds now: the same bytes that the build would write. `path` is the
   * path of a URL with its query; domains in it are canonical. Null: the site has nothing there (then `notFound`).
   */
  render(path: string): Promise<Rendered | null>;
  /** A page with what somebody has just asked for, which no file and no store holds. */
  show(path: string, page: Page): Promise<Rendered>;
  /** The page that says so, with a way to add `domain` when a domain was asked for. */
  notFound(domain?: string): Promise<Rendered>;
  close(): Promise<void>;
}

export interface RendererOptions {
  readonly store: Pick<Store, 'getDetail' | 'search'> & DirectoryStore;
  readonly baseUrl: string;
  readonly serviceName: string;
  readonly now: () => number;
}

const HTML = 'text/html; charset=utf-8';
const DOMAIN_PATH = /^\/domain\/([a-z0-9.-]{1,253}?)(\.json|\.md)?$/;
const BADGE_PATH = /^\/badge\/([a-z0-9.-]{1,253})\.svg$/;
/** The API's bounds of `q`. */
const MAX_QUERY_CHARACTERS = 200;
const DOMAIN_LIKE = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+)(?:[/:?#].*)?$/i;

export async function openRenderer(options: RendererOptions): Promise<Renderer> {
  const { store, now } = options;
  const service: Service = { name: options.serviceName, baseUrl: options.baseUrl };
  const compiled = await compileSite();
  const app = await loadSiteApp(compiled.dir, service);
  const assets = openBuiltFiles(join(compiled.dir, 'client'));
  const directory = directoryReader(store, now);
  const docs = await readDocs();
  const fixed = byPath(fixedFiles(app, service, docs));
  let listed: { readonly of: Directory; readonly files: ReadonlyMap<string, ListFile> } | null = null;
  /** What there is to make of the directory is found once for each reading of it. */
  const filesOfDirectory = async () => {
    const read = await directory();
    if (listed?.of !== read) {
      listed = { of: read, files: byPath(directoryFiles(app, read, service, docs, () => null)) };
    }
    return listed.files;
  };

  return {
    async render(path) {
      const url = new URL(path, 'http://site.invalid');
      const domain = DOMAIN_PATH.exec(url.pathname);
      if (domain?.[1]) return renderDomain(app, store, service, domain[1], domain[2] ?? '');
      const badge = BADGE_PATH.exec(url.pathname);
      if (badge?.[1]) return renderBadgeOf(store, badge[1], url.searchParams.get('style'));
      if (url.pathname === paths.search) return search(app, store, url.searchParams);
      const asset = url.pathname === '/' ? null : await assets.find(url.pathname);
      if (asset) return { status: 200, contentType: asset.contentType, body: asset.body };
      const file = findFile(fixed, url.pathname) ?? findFile(await filesOfDirectory(), url.pathname);
      if (!file) return null;
      return { status: 200, contentType: contentTypeOf(extname(file.path)) ?? HTML, body: await file.make() };
    },
    show: async (path, page) => ({ status: 200, contentType: HTML, body: await app.page(path, page) }),
    async notFound(domain) {
      const page = domain === undefined ? ({ kind: 'text' } as const) : ({ kind: 'unknown-domain', domain } as const);
      return { status: 404, contentType: HTML, body: await app.page('/404', page) };
    },
    close: async () => {},
  };
}

function byPath(files: readonly ListFile[]): ReadonlyMap<string, ListFile> {
  return new Map(files.map((file) => [file.path, file]));
}

function findFile(files: ReadonlyMap<string, ListFile>, path: string): ListFile | undefined {
  return files.get(fileOf(path)) ?? files.get(htmlFileOf(path));
}

async function renderDomain(
  app: SiteApp,
  store: RendererOptions['store'],
  service: Service,
  name: string,
  extension: string,
): Promise<Rendered | null> {
  const detail = await store.getDetail(name);
  if (!detail) {
    // `.md` is also a top-level domain.
    return extension === '.md' ? renderDomain(app, store, service, `${name}.md`, '') : null;
  }
  if (extension === '.json') {
    return {
      status: 200,
      contentType: contentTypeOf('.json') ?? HTML,
      body: renderDomainJson(detail, service.baseUrl),
    };
  }
  if (extension === '.md') {
    return { status: 200, contentType: contentTypeOf('.md') ?? HTML, body: renderDomainMarkdown(detail, service) };
  }
  return { status: 200, contentType: HTML, body: await app.domainPage(detail) };
}

async function renderBadgeOf(
  store: RendererOptions['store'],
  domain: string,
  style: string | null,
): Promise<Rendered | null> {
  const detail = await store.getDetail(domain);
  return {
    status: 200,
    contentType: contentTypeOf('.svg') ?? HTML,
    body: renderBadge(domain, badgeStateOf(detail?.facts ?? null), parseBadgeStyle(style) ?? 'flat'),
  };
}

async function search(app: SiteApp, store: RendererOptions['store'], asked: URLSearchParams): Promise<Rendered> {
  const query = [...(asked.get('q') ?? '').toWellFormed().trim()].slice(0, MAX_QUERY_CHARACTERS).join('');
  const page = Math.min(Math.max(1, Number.parseInt(asked.get('page') ?? '1', 10) || 1), 1_000_000);
  const exact = DOMAIN_LIKE.exec(query)?.[1]?.toLowerCase() ?? null;
  const found =
    query === ''
      ? null
      : await store.search({ q: query, page, perPage: ROWS_PER_PAGE, includeUnlisted: false, verified: false });
  const list = found && {
    page,
    pages: listPageCount(found.total),
    total: found.total,
    rows: found.results.map(toRow),
  };
  return { status: 200, contentType: HTML, body: await app.page(paths.search, { kind: 'search', query, exact, list }) };
}
