import type { ListSort } from '../../directory/list-sort.ts';
import { type FacetRows, isSortable, listFacets } from './facets.ts';
import { sortRows } from './lists.ts';
import type { Row } from './row.ts';

export interface OrderedList {
  readonly rows: readonly Row[];
  readonly facets: readonly FacetRows[];
}

/** Returns the list in an order, sorted on first use. */
export type OrderedLists = (sort: ListSort) => OrderedList;

/** Creates all lists of sites in all orders. `rows` are in list order. */
export function orderLists(rows: readonly Row[]): OrderedLists {
  const facets = listFacets(rows);
  const sortable = facets.filter(({ facet }) => isSortable(facet));
  const placesByRow = new Map<Row, number[]>(rows.map((row) => [row, []]));
  for (const [place, { rows: found }] of sortable.entries()) for (const row of found) placesByRow.get(row)?.push(place);

  // Cache the facets of a row for all orders.
  const orderedBy = (sort: Exclude<ListSort, 'authority'>): OrderedList => {
    const sorted = sortRows(rows, sort);
    const facetRows = sortable.map((): Row[] => []);
    for (const row of sorted) for (const place of placesByRow.get(row) ?? []) facetRows[place]?.push(row);
    return { rows: sorted, facets: sortable.map(({ facet }, place) => ({ facet, rows: facetRows[place] ?? [] })) };
  };
  const byOrder = new Map<ListSort, OrderedList>();
  return (sort) => {
    const list = byOrder.get(sort) ?? (sort === 'authority' ? { rows, facets } : orderedBy(sort));
    byOrder.set(sort, list);
    return list;
  };
}
