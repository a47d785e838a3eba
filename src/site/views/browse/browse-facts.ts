import type { ListSort } from '../../../directory/list-sort.ts';
import type { Facet, FacetCount } from '../../facets.ts';
import type { ListPage } from '../../lists.ts';
import type { Chosen } from './rail.ts';

/** What a page of a list shows. */
export interface BrowseFacts {
  readonly list: ListPage;
  /** The part of the list that the page is of; null for all of it. */
  readonly facet: Facet | null;
  readonly sort: ListSort;
  /** What somebody has just asked for; null on a page that was built ahead. */
  readonly asked: Chosen | null;
  /** What there is to choose; empty behind the first page, and where there is too much to count. */
  readonly choices: readonly FacetCount[];
}
