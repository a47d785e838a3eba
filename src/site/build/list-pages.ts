import { NO_FILTER } from '../../directory/list-filter.ts';
import type { ListSort } from '../../directory/list-sort.ts';
import type { DomainPage } from '../../store/domain-page.ts';
import type { Store } from '../../store/store.ts';
import { type Facet, toChoices, toFilter } from '../content/facets.ts';
import { renderFeed } from '../content/feeds/feed.ts';
import type { ListPath } from '../content/list-path.ts';
import { type ListRequest, MAX_FILTERED_PAGE } from '../content/list-request.ts';
import { ROWS_PER_PAGE } from '../content/lists.ts';
import type { PageWithMarkdown } from '../content/page-markdown.ts';
import { toRow } from '../content/row.ts';
import type { BrowseData } from '../content/views/browse/browse-view.ts';
import type { Service } from '../service.ts';
import { FEED_ROWS, feedOfFacet } from './feed-files.ts';
import { type DirectoryStore, toRows } from './read-directory.ts';
import { type Rendered, toAnswer } from './rendered.ts';
import { computeMaxPages, rowInOrder } from './site-pages.ts';

export type ListPageStore = DirectoryStore & Pick<Store, 'listFiltered' | 'countFacets'>;

export async function readFilteredList(store: ListPageStore, { chosen, sort, page }: ListRequest): Promise<BrowseData> {
  const query = { ...chosen, sort, page, perPage: ROWS_PER_PAGE, includeUnlisted: false };
  const [found, counts] = await Promise.all([store.listFiltered(query), page === 1 ? store.countFacets(chosen) : []]);
  const list = await readPage(store, found, { sort, page, maxPages: MAX_FILTERED_PAGE });
  return { list, facet: null, sort, asked: chosen, choices: counts.flatMap(toChoices) };
}

/** Reads a list page that the build omits. Returns null if the list does not have this page. */
export async function readListPage(
  store: ListPageStore,
  { facet, sort, page }: ListPath,
): Promise<PageWithMarkdown | null> {
  const query = { page, perPage: ROWS_PER_PAGE, includeUnlisted: false, verified: false };
  const isPlain = facet === null && sort === 'authority';
  const filter = facet ? toFilter(facet) : NO_FILTER;
  const maxPages = computeMaxPages(facet, sort);
  if (filter === null || page > maxPages) return null;
  const [found, counts] = await Promise.all([
    isPlain ? store.list(query) : store.listFiltered({ ...query, filter, sort }),
    page === 1 ? store.countFacets(facet ? { filter, verified: false } : undefined) : [],
  ]);
  const list = await readPage(store, found, { sort, page, maxPages });
  // Return null for a facet without sites, because it has no list.
  if (page > list.pages || (facet !== null && list.total === 0)) return null;
  return { kind: 'browse', list, facet, sort, asked: null, choices: counts.flatMap(toChoices) };
}

interface PageRequest {
  readonly sort: ListSort;
  readonly page: number;
  readonly maxPages: number;
}

async function readPage(store: ListPageStore, { total, results }: DomainPage, { sort, page, maxPages }: PageRequest) {
  const rows = (await toRows(store, results)).map((row) => rowInOrder(row, sort));
  const pages = Math.min(Math.max(1, Math.ceil(total / ROWS_PER_PAGE)), maxPages);
  return { page, pages, total, rows };
}

/** Renders the feed of a facet. Returns null for a facet without sites or without a feed. */
export async function renderFacetFeed(store: ListPageStore, service: Service, facet: Facet): Promise<Rendered | null> {
  const [feed, filter] = [feedOfFacet(facet), toFilter(facet)];
  if (feed === null || filter === null) return null;
  const query = {
    filter,
    sort: 'newest',
    page: 1,
    perPage: FEED_ROWS,
    includeUnlisted: false,
    verified: false,
  } as const;
  const { results } = await store.listFiltered(query);
  return results.length === 0 ? null : toAnswer('/feed.xml', renderFeed(results.map(toRow), feed, service));
}
