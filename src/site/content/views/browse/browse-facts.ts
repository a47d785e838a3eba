import type { ListSort } from '../../../../directory/list-sort.ts';
import type { Facet, FacetCount } from '../../facets.ts';
import type { ListPage } from '../../lists.ts';
import type { Chosen } from './rail.ts';

export interface BrowseFacts {
  readonly list: ListPage;
  readonly facet: Facet | null;
  readonly sort: ListSort;
  /** Requested filter, or null on a built page. */
  readonly asked: Chosen | null;
  /** Filters to choose. Empty after the first page, and if there are too many sites to count. */
  readonly choices: readonly FacetCount[];
}
