import { findNamedDomain } from '../../search/query.ts';
import type { Store } from '../../store/store.ts';
import { toChoices } from '../content/facets.ts';
import { visibleText } from '../content/format/visible-text.ts';
import { readRequest } from '../content/list-request.ts';
import { toRow } from '../content/row.ts';
import { toFacets } from '../content/views/browse/rail.ts';
import { LINKS_COMPARED } from '../content/views/search/link-view.ts';
import { RESULTS_AT_ONCE } from '../content/views/search/results-view.ts';
import { emptySearch, NO_LINKS, type SearchData } from '../content/views/search/search-data.ts';
import { type DirectoryStore, toRows } from './read-directory.ts';

export type SearchPageStore = DirectoryStore &
  Pick<Store, 'lookup' | 'search' | 'searchLinks' | 'findMatches' | 'countFacets'>;

/** Longest query of the API. */
const MAX_QUERY_CHARACTERS = 200;
/** Last page. Only the first 10,000 matches are reachable. */
const MAX_PAGE = 10_000 / RESULTS_AT_ONCE;

/** Returns the query of a request without invisible characters, or an empty text. A link of a stranger may contain the query. */
export function readQuery(asked: URLSearchParams): string {
  return [...visibleText(asked.get('q') ?? '').trim()].slice(0, MAX_QUERY_CHARACTERS).join('');
}

export async function readSearch(store: SearchPageStore, query: string, asked: URLSearchParams): Promise<SearchData> {
  const { chosen, page: wanted } = readRequest(asked);
  const page = Math.min(wanted, MAX_PAGE);
  const nothing = { ...emptySearch([]), query };
  // A failure finds no pages, so that the sites still appear.
  const findLinks = (first: number, perPage: number) =>
    store.searchLinks({ q: query, domain: null, page: first, perPage }).catch(() => NO_LINKS);
  if (asked.get('show') === 'pages') {
    return { ...nothing, links: await findLinks(page, RESULTS_AT_ONCE), linksPage: page };
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
    domain === null ? findLinks(1, page === 1 ? LINKS_COMPARED : 1) : NO_LINKS,
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
    chosen,
    exact: domain === null ? null : { domain, row: exact ? toRow(exact) : null },
    list: { page, pages, total, rows },
    matches,
    counts: counts.flatMap(toChoices),
    suggestion,
    // The filters do not apply to pages inside files.
    links: page === 1 && toFacets(chosen).length === 0 ? links : { ...links, results: [] },
  };
}
