import { paths } from '../../../directory/urls.ts';
import { pager } from '../browse/pager.ts';
import { siteView } from '../sites/site-view.ts';
import { linkView } from './link-view.ts';
import { RESULTS_AT_ONCE, resultsView } from './results-view.ts';
import type { SearchFacts } from './search-facts.ts';

export function searchView({ query, verified, exact, list, suggestion, links, examples }: SearchFacts) {
  const filter = verified ? '&verified=1' : '';
  return {
    title: query ? `Search: ${query}` : 'Search',
    description:
      'Search the websites that publish an llms.txt by name, title, summary and topic, and by what their files say.',
    query,
    verified,
    /** Null where nobody has searched yet. */
    results:
      list &&
      resultsView({
        query,
        total: list.total,
        before: (list.page - 1) * RESULTS_AT_ONCE,
        sites: list.rows.map(siteView),
        exact: exact && { domain: exact.domain, site: exact.row && siteView(exact.row) },
        suggestion,
      }),
    pager: list && pager(list.page, list.pages, (page) => `${paths.searchFor(query)}${filter}&page=${page}`),
    links: links.flatMap((link) => linkView(link) ?? []),
    examples: exampleLinks(examples),
  };
}
export type SearchView = ReturnType<typeof searchView>;

/** Queries as links to what they find. */
export function exampleLinks(examples: readonly string[]): { readonly query: string; readonly path: string }[] {
  return examples.map((query) => ({ query, path: paths.searchFor(query) }));
}
