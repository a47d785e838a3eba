import { join } from 'node:path';
import type { ReadFile } from '../../directory/detail.ts';
import { paths } from '../../directory/urls.ts';
import { type FileSource, readFile as readFileHere, toDetail } from '../../store/read-detail.ts';
import type { Store } from '../../store/store.ts';
import { parseBadgeStyle, renderBadge, toBadgeData } from '../content/badge.ts';
import { readFeedPath, readListPath } from '../content/list-path.ts';
import { readListRequest } from '../content/list-request.ts';
import type { Page } from '../content/page.ts';
import { type PageWithMarkdown, renderPageMarkdown } from '../content/page-markdown.ts';
import type { Service } from '../service.ts';
import { type BuiltFiles, openBuiltFiles } from './built-files.ts';
import { compileSite } from './compile-site.ts';
import { renderDomainPage } from './domain-files.ts';
import { openFilesOnDemand } from './files-on-demand.ts';
import { type ListPageStore, readFilteredList, readListPage, renderFacetFeed } from './list-pages.ts';
import type { DirectoryStore } from './read-directory.ts';
import { type Rendered, toAnswer } from './rendered.ts';
import { readQuery, readSearch, type SearchPageStore } from './search-page.ts';
import { loadSiteApp, type SiteApp } from './site-app.ts';

export interface Renderer {
  /**
   * Renders a page or file from the store, with the bytes of the build. `path` has a query and canonical domains.
   * Returns null if the site has no such path. For null, call `notFound`. `client` is as in `Caller.network`.
   */
  render(path: string, client: string): Promise<Rendered | null>;
  show(path: string, page: Page): Promise<Rendered>;
  /** Like `show`, but as Markdown. */
  showMarkdown(page: PageWithMarkdown): Promise<Rendered>;
  /** Renders the not-found page, which offers to add `domain` if the path has one. */
  notFound(domain?: string): Promise<Rendered>;
}

export type RendererStore = DirectoryStore & SearchPageStore & ListPageStore & Pick<Store, 'getDetail'>;

export type ReadStoredFile = (source: FileSource, client: string) => Promise<ReadFile>;

export interface RendererSetup {
  readonly store: RendererStore;
  /** Judges files. Default: judges in this thread. */
  readonly readFile?: ReadStoredFile | undefined;
  readonly service: Service;
  readonly now: () => number;
}

const DOMAIN_PATH = /^\/domain\/([a-z0-9.-]{1,253}?)(\.json|\.md|\/feed\.xml|\/feed\.json)?$/;
const SEARCH_PATHS: ReadonlySet<string> = new Set([paths.search, paths.markdown(paths.search)]);
const BROWSE_PATHS: ReadonlySet<string> = new Set([paths.browse(1), paths.markdown(paths.browse(1))]);
const BADGE_PATH = /^\/badge\/([a-z0-9.-]{1,253})\.svg$/;

/** Renders with the compiled site. `dataDir` is the folder of the compiled site if the project folder is not writable. */
export async function openRenderer(dataDir: string, setup: RendererSetup): Promise<Renderer> {
  const { dir } = await compileSite(dataDir);
  return await createRenderer(await loadSiteApp(dir, setup.service), openBuiltFiles(join(dir, 'client')), setup);
}

/** `assets` contains style sheet, scripts and icons of `app`. */
export async function createRenderer(
  app: SiteApp,
  assets: BuiltFiles,
  { store, readFile = async (source) => readFileHere(source), service, now }: RendererSetup,
): Promise<Renderer> {
  const findFile = await openFilesOnDemand(app, { store, service, now });
  const show = async (path: string, page: Page) => toAnswer('.html', await app.page(path, page));
  const showMarkdown = async (page: PageWithMarkdown) => toAnswer('.md', renderPageMarkdown(page, service));
  /** Shows a page under its path, or as Markdown under the path with `.md`. */
  const showEither = (path: string, page: PageWithMarkdown) =>
    path.endsWith('.md') ? showMarkdown(page) : show(path, page);

  return {
    async render(path, client) {
      const { pathname, searchParams } = new URL(`http://site.invalid${path}`);
      const [, domain, suffix = ''] = DOMAIN_PATH.exec(pathname) ?? [];
      if (domain) return await renderDomain(app, { store, readFile, service, client }, domain, suffix);
      const [, badge] = BADGE_PATH.exec(pathname) ?? [];
      if (badge) return await renderDomainBadge(store, badge, searchParams.get('style'));
      const query = SEARCH_PATHS.has(pathname) ? readQuery(searchParams) : '';
      if (query !== '') {
        return await showEither(pathname, { kind: 'search', ...(await readSearch(store, query, searchParams)) });
      }
      const listRequest = BROWSE_PATHS.has(pathname) ? readListRequest(searchParams) : null;
      if (listRequest !== null) {
        return await showEither(pathname, { kind: 'browse', ...(await readFilteredList(store, listRequest)) });
      }
      const list = readListPath(pathname.replace(/\.md$/, ''));
      if (list !== null) {
        const page = await readListPage(store, list);
        return page && (await showEither(pathname, page));
      }
      const facet = readFeedPath(pathname);
      if (facet !== null) return await renderFacetFeed(store, service, facet);
      const asset = pathname === '/' ? null : await assets.find(pathname);
      if (asset) return { status: 200, contentType: asset.contentType, body: await asset.body.read() };
      const file = await findFile(pathname);
      return file ? toAnswer(`/${file.path}`, await file.make()) : null;
    },
    show,
    showMarkdown,
    async notFound(domain) {
      const page: Page = domain === undefined ? { kind: 'not-found' } : { kind: 'unknown-domain', domain };
      return { ...(await show('/404', page)), status: 404 };
    },
  };
}

async function renderDomain(
  app: SiteApp,
  setup: Pick<RendererSetup, 'store' | 'service'> & { readonly readFile: ReadStoredFile; readonly client: string },
  name: string,
  suffix: string,
): Promise<Rendered | null> {
  const stored = await setup.store.getDetail(name);
  if (stored) {
    const detail = toDetail(stored, await setup.readFile(stored, setup.client));
    return toAnswer(suffix || '.html', await renderDomainPage(app, detail, setup.service, suffix));
  }
  // Check the name before `.md`, because `.md` is also a top-level domain.
  return suffix === '.md' ? await renderDomain(app, setup, `${name}.md`, '') : null;
}

async function renderDomainBadge(store: RendererStore, domain: string, style: string | null): Promise<Rendered> {
  const [summary = null] = await store.getSummaries([domain]);
  return toAnswer('.svg', renderBadge(domain, toBadgeData(summary), parseBadgeStyle(style) ?? 'flat'));
}
