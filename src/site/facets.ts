import type { Tier } from '../directory/state.ts';
import { paths } from '../directory/urls.ts';
import { countryInText } from './format/countries.ts';
import { TIER_WORDS } from './format/status-words.ts';
import { cleanText } from './format/untrusted-text.ts';
import type { Row } from './row.ts';
import { tagSlug } from './tag-slug.ts';

/** A part of the list of sites that has pages of its own. */
export type Facet =
  | { readonly by: 'tag'; readonly tag: string }
  | { readonly by: 'country'; readonly country: string }
  | { readonly by: 'tier'; readonly tier: Tier };

export interface FacetRows {
  readonly facet: Facet;
  /** In list order. */
  readonly rows: readonly Row[];
}

const TIERS = ['featured', 'listed'] as const;

/** Every part of the list that has a page: tiers, countries and tags, each in the order of its pages. `rows` are in list order. */
export function listFacets(rows: readonly Row[]): FacetRows[] {
  return [
    ...TIERS.map((tier) => ({ facet: { by: 'tier', tier } as const, rows: rows.filter((row) => row.tier === tier) })),
    ...grouped(rows, ({ country }) => (country === null ? [] : [country])).map(([country, found]) => ({
      facet: { by: 'country', country } as const,
      rows: found,
    })),
    // "open data" and "open-data" are one subject: the page is named as the first of its sites writes it.
    ...grouped(rows, ({ tags }) => tags.flatMap((tag) => tagSlug(tag) ?? [])).map(([slug, found]) => ({
      facet: { by: 'tag', tag: found[0]?.tags.find((tag) => tagSlug(tag) === slug) ?? slug } as const,
      rows: found,
    })),
  ];
}

/** The path of a page of a facet. */
export function facetPath(facet: Facet, page: number): string {
  if (facet.by === 'tier') return paths.browseTier(facet.tier, page);
  if (facet.by === 'country') return paths.browseCountry(facet.country, page);
  return paths.browseTag(tagSlug(facet.tag) ?? '', page);
}

/** What the facet holds, for titles: text of an owner is one line here, but not yet escaped. */
export function facetTitle(facet: Facet): string {
  if (facet.by === 'tier') return `${TIER_WORDS[facet.tier].label} sites`;
  if (facet.by === 'country') return `Sites from ${countryInText(facet.country)}`;
  return `Sites about ${cleanText(facet.tag, 32)}`;
}

/** Rows by key, the keys in order of their code units. */
function grouped(rows: readonly Row[], keysOf: (row: Row) => readonly string[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    for (const key of new Set(keysOf(row))) {
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
