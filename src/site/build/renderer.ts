import { extname, join } from 'node:path';
import type { ReadFile } from '../../directory/detail.ts';
import { NO_FILTER } from '../../directory/list-filter.ts';
import type { ListSort } from '../../directory/list-sort.ts';
import { paths } from '../../directory/urls.ts';
import { findNamedDomain } from '../../search/query.ts';
import type { DomainPage } from '../../store/domain-page.ts';
import { type FileSource, readFile as readFileHere, toDetail } from '../../store/read-detail.ts';
import type { Store } from '../../store/store.ts';
import { badgeFactsOf, parseBadgeStyle, renderBadge } from '../content/badge.ts';
import { choiceOf, type Facet, filterOf } from '../content/facets.ts';
import { renderFeed } from '../content/feeds/feed.ts';
import { type ListPath, readFeedPath, readListPath } from '../content/list-path.ts';
import { type ListRequest, MAX_FILTERED_PAGE, readListRequest, readRequest } from '../content/list-request.ts';
import { type Directory, EMPTY_DIRECTORY, ROWS_PER_PAGE } from '../content/lists.ts';
import type { Page } from '../content/page.ts';
import { type PageWithMarkdown, renderPageMarkdown } from '../content/page-markdown.ts';
import { toRow } from '../content/row.ts';
import type { BrowseFacts } from '../content/views/browse/browse-facts.ts';
import { LINKS_COMPARED } from '../content/views/search/link-view.ts';
import { RESULTS_AT_ONCE } from '../content/views/search/results-view.ts';
import { emptySearch, NO_LINKS, type SearchFacts } from '../content/views/search/search-facts.ts';
import type { Service } from '../service.ts';
import { type BuiltFiles, openBuiltFiles } from './built-files.ts';
import { checkedFiles } from './checked-files.ts';
import { compileSite } from './compile-site.ts';
import { contentTypeOf } from './content-type.ts';
import { renderDomainPage } from './domain-files.ts';
import { FEED_ROWS, feedOfFacet } from './feed-files.ts';
import { fileOf, htmlFileOf } from './file-of.ts';
import { hashOfPlainRow } from './hash-of.ts';
import { type DirectoryStore, directoryReader, toRows } from './read-directory.ts';
import { readDocs } from './read-docs.ts';
import { loadSiteApp, type SiteApp } from './site-app.ts';
import type { SiteFileSource } from './site-file-source.ts';
import { directoryFiles, fixedFiles, type KnownSites } from './site-files.ts';
import { maxPagesOf, rowInOrder } from './site-pages.ts';

/** A renderer keeps no state of earlier files. */
const NOTHING_KNOWN: KnownSites = { changedAt: () => null, hashRow: hashOfPlainRow };

export interface Rendered {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

export interface Renderer {
  /**
   * Renders any page or file from the store, with the same bytes as the build. `path` has a query and canonical
   * domains. Returns null if the site has no such path. Call `notFound` then.
   */
  render(path: string): Promise<Rendered | null>;
  /** Renders a page with the result of one request. */
  show(path: string, page: Page): Promise<Rendered>;
  /** Like `show`, but as Markdown. */
  showMarkdown(page: PageWithMarkdown): Promise<Rendered>;
  /** Renders the not-found page, which offers to add `domain` if the path has one. */
  notFound(domain?: string): Promise<Rendered>;
}

/** Store reads for pages rendered on demand. */
export type RendererStore = Pick<
  Store,
  'lookup' | 'getDetail' | 'search' | 'searchLinks' | 'findMatches' | 'listFiltered' | 'countFacets'
> &
  DirectoryStore;

/** Judges the stored file of a domain. */
export type ReadStoredFile = (source: FileSource, domain: string) => Promise<ReadFile>;

export interface RendererOptions {
  readonly store: RendererStore;
  /** Judges files. This thread is used if absent. */
  readonly readFile?: ReadStoredFile | undefined;
  readonly baseUrl: string;
  readonly serviceName: string;
  readonly now: () => number;
  /** Folder for the compiled site if the project folder is not writable. */
  readonly dataDir: string;
}

const HTML = 'text/html; charset=utf-8';
const DOMAIN_PATH = /^\/domain\/([a-z0-9.-]{1,253}?)(\.json|\.md|\/feed\.xml|\/feed\.json)?$/;
const SEARCH_PATHS: ReadonlySet<string> = new Set([paths.search, paths.markdown(paths.search)]);
const BROWSE_PATHS: ReadonlySet<string> = new Set([paths.browse(1), paths.markdown(paths.browse(1))]);
const CHECKED_PATH = /^\/checked\/\d{1,2}\.json$/;
const BADGE_PATH = /^\/badge\/([a-z0-9.-]{1,253})\.svg$/;
/** Files whose number depends on the size of the directory. Other URLs are not files of the site. */
const PART_PATH =
  /^\/(?:browse\/(?:tag\/[a-z0-9_-]+|tier\/(?:featured|listed))(?:\/\d{1,5})?(?:\.md)?|verified\/\d{1,5}\/llms\.txt|sitemaps\/(?:lists|domains)-\d{1,5}\.xml)$/;
/** Longest query of the API. */
const MAX_QUERY_CHARACTERS = 200;
/** The first 10,000 matches are reachable. */
const MAX_PAGE = 10_000 / RESULTS_AT_ONCE;

/** Renders with the compiled site. */
export async function openRenderer({
  store,
  readFile,
  baseUrl,
  serviceName,
  now,
  dataDir,
}: RendererOptions): Promise<Renderer> {
  const service: Service = { name: serviceName, baseUrl };
  const { dir } = await compileSite(dataDir);
  const app = await loadSiteApp(dir, service);
  return await createRenderer(app, openBuiltFiles(join(dir, 'client')), { store, readFile, service, now });
}

export interface RendererSetup extends Pick<RendererOptions, 'store' | 'readFile' | 'now'> {
  readonly service: Service;
}

/** `assets` are style sheet, scripts and icons of `app`. */
export async function createRenderer(
  app: SiteApp,
  assets: BuiltFiles,
  { store, readFile = async (source) => readFileHere(source), service, now }: RendererSetup,
): Promise<Renderer> {
  const docs = await readDocs();
  const fixed = byPath(fixedFiles(app, service, docs));
  const readDirectory = directoryReader(store, now);
  let listed: { readonly of: Directory; readonly files: ReadonlyMap<string, SiteFileSource> } | null = null;
  const always = byPath(directoryFiles(app, service, EMPTY_DIRECTORY, docs, NOTHING_KNOWN, 'full'));
  /** Create the list of files once per read of the directory. */
  const listedFiles = async () => {
    const directory = await readDirectory();
    if (listed?.of !== directory) {
      listed = { of: directory, files: byPath(directoryFiles(app, service, directory, docs, NOTHING_KNOWN, 'full')) };
    }
    return listed.files;
  };
  let ofDay: { readonly day: string; readonly files: ReadonlyMap<string, SiteFileSource> } | null = null;
  const checked = () => {
    const day = new Date(now()).toISOString().slice(0, 10);
    if (ofDay?.day !== day) ofDay = { day, files: byPath(checkedFiles(store, day)) };
    return ofDay.files;
  };
  const show = async (path: string, page: Page) => ({
    status: 200,
    contentType: HTML,
    body: await app.page(path, page),
  });

  const showMarkdown = async (page: PageWithMarkdown) => answerOf('.md', renderPageMarkdown(page, service));

  return {
    async render(path) {
      const { pathname, searchParams } = new URL(`http://site.invalid${path}`);
      const [, domain, suffix = ''] = DOMAIN_PATH.exec(pathname) ?? [];
      if (domain) return await renderDomain(app, { store, readFile, service }, domain, suffix);
      const [, badge] = BADGE_PATH.exec(pathname) ?? [];
      if (badge) return await renderBadgeOf(store, badge, searchParams.get('style'));
      const query = SEARCH_PATHS.has(pathname) ? readQuery(searchParams) : '';
      if (query !== '') {
        const page: PageWithMarkdown = { kind: 'search', ...(await search(store, query, searchParams)) };
        return pathname === paths.search ? await show(pathname, page) : await showMarkdown(page);
      }
      const asked = BROWSE_PATHS.has(pathname) ? readListRequest(searchParams) : null;
      if (asked !== null) {
        const page: PageWithMarkdown = { kind: 'browse', ...(await browse(store, asked)) };
        return pathname === paths.browse(1) ? await show(pathname, page) : await showMarkdown(page);
      }
      const isMarkdown = pathname.endsWith('.md');
      const list = readListPath(isMarkdown ? pathname.slice(0, -'.md'.length) : pathname);
      if (list !== null) {
        const page = await listPage(store, list);
        return page && (isMarkdown ? await showMarkdown(page) : await show(pathname, page));
      }
      const facet = readFeedPath(pathname);
      if (facet !== null) return await renderFacetFeed(store, service, facet);
      if (CHECKED_PATH.test(pathname)) {
        const file = findFile(checked(), pathname);
        return file ? answerOf('.json', await file.make()) : null;
      }
      const asset = pathname === '/' ? null : await assets.find(pathname);
      if (asset) return { status: 200, contentType: asset.contentType, body: await asset.body.read() };
      const isListed = findFile(always, pathname) !== undefined || PART_PATH.test(pathname);
      const file = findFile(fixed, pathname) ?? (isListed ? findFile(await listedFiles(), pathname) : undefined);
      return file ? answerOf(extname(file.path), await file.make()) : null;
    },
    show,
    showMarkdown,
    async notFound(domain) {
      const page: Page = domain === undefined ? { kind: 'not-found' } : { kind: 'unknown-domain', domain };
      return { ...(await show('/404', page)), status: 404 };
    },
  };
}

function byPath(files: readonly SiteFileSource[]): ReadonlyMap<string, SiteFileSource> {
  return new Map(files.map((file) => [file.path, file]));
}

function findFile(files: ReadonlyMap<string, SiteFileSource>, path: string): SiteFileSource | undefined {
  return files.get(fileOf(path)) ?? files.get(htmlFileOf(path));
}

function answerOf(extension: string, body: Rendered['body']): Rendered {
  return { status: 200, contentType: contentTypeOf(extension) ?? HTML, body };
}

async function renderDomain(
  app: SiteApp,
  setup: { readonly store: RendererStore; readonly readFile: ReadStoredFile; readonly service: Service },
  name: string,
  suffix: string,
): Promise<Rendered | null> {
  const stored = await setup.store.getDetail(name);
  if (stored) {
    const detail = toDetail(stored, await setup.readFile(stored, name));
    return answerOf(extname(`page${suffix}`), await renderDomainPage(app, detail, setup.service, suffix));
  }
  // `.md` is also a top-level domain.
  return suffix === '.md' ? await renderDomain(app, setup, `${name}.md`, '') : null;
}

async function renderBadgeOf(store: RendererStore, domain: string, style: string | null): Promise<Rendered> {
  const [summary = null] = await store.getSummaries([domain]);
  return answerOf('.svg', renderBadge(domain, badgeFactsOf(summary), parseBadgeStyle(style) ?? 'flat'));
}

/** Returns the query of a request, or an empty text. */
function readQuery(asked: URLSearchParams): string {
  return [...(asked.get('q') ?? '').toWellFormed().trim()].slice(0, MAX_QUERY_CHARACTERS).join('');
}

/** Pages inside files. Without these pages, the sites still appear. */
async function findLinks(store: RendererStore, query: string, page: number, perPage: number) {
  try {
    return await store.searchLinks({ q: query, domain: null, page, perPage });
  } catch {
    return NO_LINKS;
  }
}

/** Reads the data of a search page. */
async function search(store: RendererStore, query: string, asked: URLSearchParams): Promise<SearchFacts> {
  const { chosen, page: wanted } = readRequest(asked);
  const page = Math.min(wanted, MAX_PAGE);
  const nothing = { ...emptySearch([]), query, chosen };
  if (asked.get('show') === 'pages') {
    const links = await findLinks(store, query, page, RESULTS_AT_ONCE);
    return { ...nothing, links, linksPage: page };
  }
  const domain = findNamedDomain(query);
  const [{ total, results, facets = [], suggestion = null }, exact, links] = await Promise.all([
    store.search({
      ...chosen,
      q: query,
      scope: 'all',
      sort: 'relevance',
      page,
      perPage: RESULTS_AT_ONCE,
      includeUnlisted: false,
      withFacets: true,
    }),
    domain && store.lookup(domain),
    domain === null ? findLinks(store, query, 1, page === 1 ? LINKS_COMPARED : 1) : NO_LINKS,
  ]);
  const domains = results.map((facts) => facts.domain);
  const [matches, rows, counts] = await Promise.all([
    domain === null ? store.findMatches(suggestion ?? query, domains).catch(() => nothing.matches) : nothing.matches,
    toRows(store, results),
    total === 0 ? store.countFacets() : facets,
  ]);
  const pages = Math.min(Math.max(1, Math.ceil(total / RESULTS_AT_ONCE)), MAX_PAGE);
  return {
    ...nothing,
    exact: domain === null ? null : { domain, row: exact ? toRow(exact) : null },
    list: { page, pages, total, rows },
    matches,
    counts: counts.flatMap(choiceOf),
    suggestion,
    links: page === 1 ? links : { ...links, results: [] },
  };
}

/** Reads the data of a filtered list. */
async function browse(store: RendererStore, { chosen, sort, page }: ListRequest): Promise<BrowseFacts> {
  const asked = { ...chosen, sort, page, perPage: ROWS_PER_PAGE, includeUnlisted: false };
  const [found, counts] = await Promise.all([store.listFiltered(asked), page === 1 ? store.countFacets(chosen) : []]);
  const list = await readPage(store, found, { sort, page, maxPages: MAX_FILTERED_PAGE });
  return { list, facet: null, sort, asked: chosen, choices: counts.flatMap(choiceOf) };
}

/** Renders a list page that the build omits. Returns null if the list does not have this page. */
async function listPage(store: RendererStore, { facet, sort, page }: ListPath): Promise<PageWithMarkdown | null> {
  const asked = { page, perPage: ROWS_PER_PAGE, includeUnlisted: false, verified: false };
  const isPlain = facet === null && sort === 'authority';
  const filter = facet ? filterOf(facet) : NO_FILTER;
  const maxPages = maxPagesOf(facet, sort);
  if (filter === null || page > maxPages) return null;
  const [found, counts] = await Promise.all([
    isPlain ? store.list(asked) : store.listFiltered({ ...asked, filter, sort }),
    page === 1 ? store.countFacets(facet ? { filter, verified: false } : undefined) : [],
  ]);
  const list = await readPage(store, found, { sort, page, maxPages });
  // A facet without sites has no list.
  if (page > list.pages || (facet !== null && list.total === 0)) return null;
  return { kind: 'browse', list, facet, sort, asked: null, choices: counts.flatMap(choiceOf) };
}

interface PageRequest {
  readonly sort: ListSort;
  readonly page: number;
  readonly maxPages: number;
}

async function readPage(store: RendererStore, { total, results }: DomainPage, { sort, page, maxPages }: PageRequest) {
  const rows = (await toRows(store, results)).map((row) => rowInOrder(row, sort));
  const pages = Math.min(Math.max(1, Math.ceil(total / ROWS_PER_PAGE)), maxPages);
  return { page, pages, total, rows };
}

async function renderFacetFeed(store: RendererStore, service: Service, facet: Facet): Promise<Rendered | null> {
  const [feed, filter] = [feedOfFacet(facet), filterOf(facet)];
  if (feed === null || filter === null) return null;
  const asked = {
    filter,
    sort: 'newest',
    page: 1,
    perPage: FEED_ROWS,
    includeUnlisted: false,
    verified: false,
  } as const;
  const { results } = await store.listFiltered(asked);
  return results.length === 0 ? null : answerOf('.xml', renderFeed(results.map(toRow), feed, service));
}
