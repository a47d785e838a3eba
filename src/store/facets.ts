import { z } from 'zod';
import type { ListFilter } from '../directory/list-filter.ts';
import type { ListSort } from '../directory/list-sort.ts';
import type { Call } from './client.ts';
import { type ListQuery, pageArguments, pageSchema } from './domain-page.ts';
import { facetCountSchema, filterArgument } from './facet-counts.ts';
import type { SiteFinder } from './search.ts';

export interface FilteredQuery extends ListQuery {
  readonly filter: ListFilter;
  readonly sort: ListSort;
}

/** Creates the store. `read` has the shorter time limit of requests. */
export function createFacetStore(call: Call, read: Call, { find }: SiteFinder) {
  return {
    /**
     * Lists a page of sites. Only the first 10,000 sites are reachable. `total` is exact for one facet of listed sites, and up to
     * 10,000. Other totals are estimates.
     */
    listFiltered: ({ filter, sort, ...query }: FilteredQuery) =>
      read('list_filtered', { filter: filterArgument(filter), sort, ...pageArguments(query) }, pageSchema),
    /**
     * Counts listed sites by facet, or only the sites of a filter. Omits empty facets. Returns no counts if there are too many
     * sites.
     */
    countFacets: async (of?: Pick<FilteredQuery, 'filter' | 'verified'>) => {
      if (of === undefined) return await call('count_facets', {}, z.array(facetCountSchema));
      return (await find(null, { ...of, scope: 'record', includeUnlisted: false, withFacets: true })).facets;
    },
  };
}
