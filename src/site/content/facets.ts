import { LISTED_TIERS, type ListFilter, listFilterSchema, SITE_SIZES, toSize } from '../../directory/list-filter.ts';
import type { ListSort } from '../../directory/list-sort.ts';
import { TOPICS } from '../../directory/topics.ts';
import { paths } from '../../directory/urls.ts';
import type { FacetCount as StoredCount } from '../../store/facet-counts.ts';
import { countryInText, countryName, generatorName, languageName } from './format/names.ts';
import { cleanText } from './format/untrusted-text.ts';
import type { Row } from './row.ts';
import { tagSlug } from './tag-slug.ts';

/** Part of the list of sites with its own pages. */
export interface Facet {
  readonly by: keyof typeof KINDS;
  /** Value that the sites share, or `true` for a kind without values. */
  readonly value: string;
}

export interface FacetRows {
  readonly facet: Facet;
  readonly rows: readonly Row[];
}

export interface FacetCount {
  readonly facet: Facet;
  readonly listed: number;
}

interface Kind {
  path(value: string): string;
  valuesOf(row: Row): readonly string[];
  name(value: string): string;
  title(value: string): string;
}

const capitalize = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
const toValues = (value: string | null) => (value === null ? [] : [value]);

/** Creates a kind without values. */
function flagKind(path: string, isSet: (row: Row) => boolean, name: string, title: string): Kind {
  return { path: () => path, valuesOf: (row) => (isSet(row) ? ['true'] : []), name: () => name, title: () => title };
}

/** Kinds of facets with a filter of equal name. */
const FILTER_KINDS = {
  topic: {
    path: (topic) => `${paths.topics}/${topic}`,
    valuesOf: ({ topics }) => topics,
    name: topicName,
    title: topicName,
  },
  country: {
    path: (country) => `/browse/country/${country.toLowerCase()}`,
    valuesOf: ({ country }) => toValues(country),
    name: countryName,
    title: (country) => `Sites from ${countryInText(country)}`,
  },
  language: {
    path: (language) => `/browse/language/${language}`,
    valuesOf: ({ language }) => toValues(language),
    name: languageName,
    title: (language) => `Sites in ${languageName(language)}`,
  },
  size: {
    path: (size) => `/browse/size/${size}`,
    valuesOf: ({ links }) => toValues(toSize(links)),
    name: capitalize,
    title: (size) => `${capitalize(size)} files`,
  },
  generator: {
    path: (generator) => `/browse/generator/${generator}`,
    valuesOf: ({ generator }) => toValues(generator),
    name: generatorName,
    title: (generator) => `Files made with ${generatorName(generator)}`,
  },
  has_full: flagKind(
    '/browse/llms-full',
    ({ llms_full_txt }) => llms_full_txt !== null,
    'With llms-full.txt',
    'Sites with an llms-full.txt',
  ),
  has_markdown: flagKind(
    '/browse/markdown',
    ({ has_markdown }) => has_markdown,
    'With pages in Markdown',
    'Sites with pages in Markdown',
  ),
  tier: {
    path: (tier) => `/browse/tier/${tier}`,
    valuesOf: ({ tier }) => toValues(tier),
    // Featured sites are listed, too.
    name: (tier) => (tier === 'listed' ? 'Not featured' : capitalize(tier)),
    title: (tier) => (tier === 'listed' ? 'Listed sites that are not featured' : `${capitalize(tier)} sites`),
  },
} as const satisfies Record<keyof ListFilter, Kind>;

const KINDS = {
  ...FILTER_KINDS,
  verified: flagKind(`${paths.browse(1)}?verified=true`, ({ verified }) => verified, 'Verified', 'Verified sites'),
  tag: {
    path: (tag) => `/browse/tag/${tagSlug(tag) ?? ''}`,
    // Return one slug for "open data" and "open-data", because they are one tag.
    valuesOf: ({ tags }) =>
      [...new Map(tags.toReversed().map((tag) => [tagSlug(tag), tag]))].flatMap(([slug, tag]) =>
        slug === null ? [] : [tag],
      ),
    name: tagName,
    title: (tag) => `Sites tagged “${tagName(tag)}”`,
  },
} as const satisfies Record<string, Kind>;

function topicName(topic: string): string {
  return TOPICS.find(({ id }) => id === topic)?.name ?? topic;
}

function tagName(tag: string): string {
  return cleanText(tag, 32);
}

export const VERIFIED: Facet = { by: 'verified', value: 'true' };

const FILTERS = Object.keys(FILTER_KINDS) as (keyof typeof FILTER_KINDS)[];
/** Kinds listed in every order. */
const SORTABLE = FILTERS.filter((by) => by !== 'tier');

export function isSortable(facet: Facet | null): boolean {
  return facet === null || SORTABLE.some((by) => by === facet.by);
}

/** Lists all facets with a list page, each in list order. `rows` are in list order. */
export function listFacets(rows: readonly Row[]): FacetRows[] {
  const groups = groupByFacet(rows, [...SORTABLE, 'tag']);
  return [
    ...LISTED_TIERS.map((value) => ({
      facet: { by: 'tier', value } as const,
      rows: rows.filter(({ tier }) => tier === value),
    })),
    ...[...SORTABLE, 'tag'].flatMap((by) => groups.filter(({ facet }) => facet.by === by).toSorted(compareFacets)),
  ];
}

/** Returns the position of a facet among the facets of its kind, or null if the kind has no fixed order. */
export function findFixedPlace({ by, value }: Facet): number | null {
  if (by === 'size') return SITE_SIZES.findIndex(({ size }) => size === value);
  return by === 'tier' ? Array.from<string>(LISTED_TIERS).indexOf(value) : null;
}

/** Compares facets of one kind: by their fixed order, or else by path in code unit order. */
function compareFacets({ facet: a }: FacetRows, { facet: b }: FacetRows): number {
  return (findFixedPlace(a) ?? 0) - (findFixedPlace(b) ?? 0) || (facetPath(a, 1) < facetPath(b, 1) ? -1 : 1);
}

function groupByFacet(rows: readonly Row[], kinds: readonly Facet['by'][]): FacetRows[] {
  const groups = new Map<string, { readonly facet: Facet; readonly rows: Row[] }>();
  for (const row of rows) {
    for (const by of kinds) {
      for (const value of KINDS[by].valuesOf(row)) {
        const path = KINDS[by].path(value);
        const group = groups.get(path);
        if (group) group.rows.push(row);
        else groups.set(path, { facet: { by, value }, rows: [row] });
      }
    }
  }
  return [...groups.values()];
}

/** Largest exact count. The database would need too long for more. */
export const MAX_COUNTED = 10_000;

export function countFacets(rows: readonly Row[]): FacetCount[] {
  return groupByFacet(rows, [...FILTERS, 'verified']).map(({ facet, rows: { length } }) => ({ facet, listed: length }));
}

/**
 * Returns the path of a facet's page. Tiers and tags have only the order by authority. Lists of verified sites have
 * no built pages.
 */
export function facetPath(facet: Facet, page: number, sort: ListSort = 'authority'): string {
  const path = KINDS[facet.by].path(facet.value);
  return facet.by === 'verified' ? path : paths.list(path, page, isSortable(facet) ? sort : 'authority');
}

/** Returns the feed path of a topic or country, or null. */
export function facetFeedPath(facet: Facet): string | null {
  return facet.by === 'topic' || facet.by === 'country' ? paths.listFeed(facetPath(facet, 1)) : null;
}

/** Returns the title of a facet. Text of owners has one line and is not escaped. */
export function facetTitle({ by, value }: Facet): string {
  return KINDS[by].title(value);
}

export function facetName({ by, value }: Facet): string {
  return KINDS[by].name(value);
}

/** Facets of the store's counts without values, by name. */
const COUNTED_FLAGS: Readonly<Record<string, Facet>> = {
  'has full': { by: 'has_full', value: 'true' },
  'has markdown': { by: 'has_markdown', value: 'true' },
  'owner verified': VERIFIED,
};

/** Converts a store count to a facet. Returns nothing for an unknown value. */
export function toChoices({ facet: by, value, listed }: StoredCount): FacetCount[] {
  const flagged = COUNTED_FLAGS[`${by} ${value}`];
  if (flagged) return [{ facet: flagged, listed }];
  if (by === 'has' || by === 'owner' || toFilter({ by, value }) === null) return [];
  return [{ facet: { by, value }, listed }];
}

/** Returns the filter of a facet, or null without one. */
export function toFilter({ by, value }: Facet): ListFilter | null {
  if (by === 'tag' || by === 'verified') return null;
  const isFlag = by === 'has_full' || by === 'has_markdown';
  return listFilterSchema.safeParse({ [by]: isFlag ? true : value }).data ?? null;
}

export function facetsOfFilter(filter: ListFilter): Facet[] {
  return FILTERS.flatMap((by) => (filter[by] ? [{ by, value: String(filter[by]) }] : []));
}
