import { z } from 'zod';
import type { ListFilter } from '../directory/list-filter.ts';
import type { ListSort } from '../directory/list-sort.ts';
import type { Call } from './client.ts';
import { type DomainPage, type ListQuery, pageSchema } from './domain-page.ts';

export interface FilteredQuery extends ListQuery {
  readonly filter: ListFilter;
  readonly sort: ListSort;
}

const facetCountSchema = z.object({
  facet: z.enum(['topic', 'language', 'country', 'size', 'has', 'generator']),
  /** Of `has`: `full`, an llms-full.txt; `markdown`, pages as Markdown. */
  value: z.string(),
  listed: z.int(),
});
export type FacetCount = z.infer<typeof facetCountSchema>;

/** The part of the store that filters and sorts lists. */
export interface FacetStore {
  /**
   * The first 10,000 can be reached. `total` is exact for one facet of the listed sites, and up to 10,000; beyond as many it is
   * that, as an estimate.
   */
  listFiltered(query: FilteredQuery): Promise<DomainPage>;
  /** How many listed sites each facet has; those without any are left out. */
  countFacets(): Promise<readonly FacetCount[]>;
}

/** A filter as the database takes it: nothing else of the object that it came with. */
export function filterArgument({ topic, language, country, has_full, has_markdown, size, generator }: ListFilter) {
  return { topic, language, country, has_full, has_markdown, size, generator };
}

/** `read`: for what somebody waits. */
export function createFacetStore(call: Call, read: Call): FacetStore {
  return {
    listFiltered: ({ filter, sort, page, perPage, includeUnlisted, verified }) => {
      const args = {
        filter: filterArgument(filter),
        sort,
        page,
        per_page: perPage,
        include_unlisted: includeUnlisted,
        verified,
      };
      return read('list_filtered', args, pageSchema);
    },
    countFacets: () => call('count_facets', {}, z.array(facetCountSchema)),
  };
}
