import { formatCount } from '../../../../directory/format-numbers.ts';
import { type ListFilter, NO_FILTER } from '../../../../directory/list-filter.ts';
import type { ListSort } from '../../../../directory/list-sort.ts';
import { paths } from '../../../../directory/urls.ts';
import {
  type Facet,
  type FacetCount,
  facetName,
  facetPath,
  facetsOfFilter,
  findFixedPlace,
  isSortable,
  toFilter,
  VERIFIED,
} from '../../facets.ts';

export interface Chosen {
  readonly filter: ListFilter;
  readonly verified: boolean;
}

/** Options of a group that are shown at first. */
const FIRST = 7;
const GROUPS: readonly { readonly name: string; readonly of: readonly Facet['by'][] }[] = [
  { name: 'Standing', of: ['verified', 'tier'] },
  { name: 'Topic', of: ['topic'] },
  { name: 'File', of: ['has_full', 'has_markdown', 'size'] },
  { name: 'Made with', of: ['generator'] },
  { name: 'Language', of: ['language'] },
  { name: 'Country', of: ['country'] },
];
/** Exclusive filters, of which a visitor can choose one. */
const ONE_OF: ReadonlySet<Facet['by']> = new Set(['tier', 'topic', 'size', 'generator', 'language', 'country']);

/**
 * Creates the filter groups. `counts` describes the shown sites, and `total` is their number. Skips filters that all sites match,
 * because such a filter changes nothing. `pathOf` returns the URL of the result.
 */
export function toRail(
  { counts, total }: { readonly counts: readonly FacetCount[]; readonly total: number },
  chosen: Chosen,
  toPath: (next: Chosen) => string,
) {
  const chosenFacets = toFacets(chosen);
  const isHeld = (facet: Facet) => chosenFacets.some((one) => isSame(one, facet));
  const options = (by: Facet['by']) => {
    const own = chosenFacets.filter((facet) => facet.by === by);
    const counted = counts.filter(
      ({ facet, listed }) => facet.by === by && listed < total && !(ONE_OF.has(by) && own.length > 0),
    );
    const candidates = [
      ...own.map((facet) => ({ facet, listed: null })),
      ...counted.filter(({ facet }) => !isHeld(facet)),
    ];
    return candidates.toSorted(byCount).map(({ facet, listed }) => ({
      name: facetName(facet),
      path: toPath(toggled(chosen, facet)),
      count: listed === null ? null : formatCount(listed),
      isChosen: listed === null,
    }));
  };
  return GROUPS.flatMap(({ name, of }) => {
    const all = of.flatMap(options);
    return all.length === 0 ? [] : [{ name, options: all.slice(0, FIRST), more: all.slice(FIRST) }];
  });
}
export type RailGroup = ReturnType<typeof toRail>[number];

export function toFacets({ filter, verified }: Chosen): Facet[] {
  return [...facetsOfFilter(filter), ...(verified ? [VERIFIED] : [])];
}

/** Returns the URL of a list, if possible of a built page. */
export function toListPath(chosen: Chosen, sort: ListSort): string {
  const [facet, ...more] = toFacets(chosen);
  if (facet === undefined) return paths.browse(1, sort);
  if (more.length === 0 && (sort === 'authority' || isSortable(facet))) return facetPath(facet, 1, sort);
  return `${paths.browse(1)}?${chosenQuery(chosen, sort, 1)}`;
}

export function chosenQuery(chosen: Chosen, sort: ListSort = 'authority', page = 1): string {
  return new URLSearchParams([
    ...toFacets(chosen).map(({ by, value }) => [by, value]),
    ...(sort === 'authority' ? [] : [['sort', sort]]),
    ...(page === 1 ? [] : [['page', String(page)]]),
  ]).toString();
}

function toggled(chosen: Chosen, facet: Facet): Chosen {
  const { filter, verified } = chosen;
  if (facet.by === 'verified') return { filter, verified: !verified };
  const isHeld = toFacets(chosen).some((one) => isSame(one, facet));
  const { by } = facet;
  const next = isHeld ? NO_FILTER : toFilter(facet);
  return by === 'tag' || next === null ? chosen : { filter: { ...filter, [by]: next[by] }, verified };
}

const isSame = (a: Facet, b: Facet) => facetPath(a, 1) === facetPath(b, 1);

/** Compares options of one kind: chosen filters first, then by frequency. Sizes and tiers keep their order. */
function byCount(a: { facet: Facet; listed: number | null }, b: { facet: Facet; listed: number | null }): number {
  const [placeA, placeB] = [findFixedPlace(a.facet), findFixedPlace(b.facet)];
  if (placeA !== null && placeB !== null) return placeA - placeB;
  const frequent = (b.listed ?? Number.POSITIVE_INFINITY) - (a.listed ?? Number.POSITIVE_INFINITY);
  return frequent || (facetName(a.facet) < facetName(b.facet) ? -1 : 1);
}
