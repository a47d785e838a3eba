import { paths } from '../../../directory/urls.ts';
import { countOf } from '../../format/numbers.ts';
import type { ListPage } from '../../lists.ts';
import { pager } from '../browse/pager.ts';
import { siteView } from '../sites/site-view.ts';
import { NO_RESULTS } from './no-results.ts';

/** What was searched for, and what was found; null where nobody has searched yet. */
export interface SearchFacts {
  readonly query: string;
  /** The domain that the query may be. */
  readonly exact: string | null;
  readonly list: ListPage | null;
  /** The query as it was probably meant. */
  readonly suggestion: string | null;
}

export function searchView({ query, exact, list, suggestion }: SearchFacts) {
  return {
    title: query ? `Search: ${query}` : 'Search',
    description: 'Search the directory of websites that publish an llms.txt.',
    query,
    exact: exact === null ? null : { domain: exact, path: paths.domain(exact) },
    suggestion: suggestion === null ? null : { query: suggestion, path: paths.searchFor(suggestion) },
    results: list && {
      count: countOf(list.total, 'result'),
      sites: list.rows.map(siteView),
      pager: pager(list.page, list.pages, (page) => `${paths.searchFor(query)}&page=${page}`),
    },
    empty: NO_RESULTS,
  };
}
export type SearchView = ReturnType<typeof searchView>;
