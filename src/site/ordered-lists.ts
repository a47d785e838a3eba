import type { ListSort } from '../directory/list-sort.ts';
import { type FacetRows, listFacets, listSortableFacets } from './facets.ts';
import { sortRows } from './lists.ts';
import type { Row } from './row.ts';

/** The list of all sites in one order, and those of its parts that are listed in that order. */
export interface OrderedList {
  readonly rows: readonly Row[];
  readonly facets: readonly FacetRows[];
}

export type OrderedLists = Readonly<Record<ListSort, OrderedList>>;

/** Every list of sites in each of its orders. `rows` are in list order. */
export function orderLists(rows: readonly Row[]): OrderedLists {
  return {
    authority: { rows, facets: listFacets(rows) },
    newest: orderedBy(rows, 'newest'),
    changed: orderedBy(rows, 'changed'),
    quality: orderedBy(rows, 'quality'),
  };
}

function orderedBy(rows: readonly Row[], sort: Exclude<ListSort, 'authority'>): OrderedList {
  const sorted = sortRows(rows, sort);
  return { rows: sorted, facets: listSortableFacets(sorted) };
}
