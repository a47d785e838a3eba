import type { GeneratorId } from '#llmstxt';
import {
  LISTED_TIERS,
  type ListFilter,
  NO_FILTER,
  SITE_SIZES,
  type SiteSize,
  sizeOf,
} from '../../directory/list-filter.ts';
import type { ListSort } from '../../directory/list-sort.ts';
import type { Tier } from '../../directory/state.ts';
import { TOPICS } from '../../directory/topics.ts';
import { paths } from '../../directory/urls.ts';
import type { FacetCount as StoredCount } from '../../store/facet-counts.ts';
import { countryInText, countryName } from './format/countries.ts';
import { findGeneratorId, generatorName } from './format/generators.ts';
import { languageName } from './format/languages.ts';
import { TIER_LABELS } from './format/status-words.ts';
import { cleanText } from './format/untrusted-text.ts';
import type { Row } from './row.ts';
import { tagSlug } from './tag-slug.ts';

/** Part of the list of sites with its own pages. */
export type Facet =
  | { readonly by: 'tag'; readonly tag: string }
  | { readonly by: 'tier'; readonly tier: Tier }
  | { readonly by: 'topic'; readonly topic: string }
  | { readonly by: 'country'; readonly country: string }
  | { readonly by: 'language'; readonly language: string }
  | { readonly by: 'size'; readonly size: SiteSize }
  | { readonly by: 'generator'; readonly generator: GeneratorId }
  | { readonly by: 'full' }
  | { readonly by: 'markdown' }
  | { readonly by: 'verified' };

export interface FacetRows {
  readonly facet: Facet;
  /** In list order. */
  readonly rows: readonly Row[];
}

/** Facet with its number of listed sites. */
export interface FacetCount {
  readonly facet: Facet;
  readonly listed: number;
}

/**
 * All facets with a list page: tiers, topics, countries, languages, sizes, generators, llms-full.txt, Markdown pages,
 * and tags, each in list order. `rows` are in list order.
 */
export function listFacets(rows: readonly Row[]): FacetRows[] {
  const groups = groupByFacet(rows);
  return [
    ...LISTED_TIERS.map((tier) => ({
      facet: { by: 'tier', tier } as const,
      rows: rows.filter((row) => row.tier === tier),
    })),
    ...SORTABLE.flatMap((by) => groups.filter(({ facet }) => facet.by === by).toSorted(compareFacets)),
    // "open data" and "open-data" are the same tag. Use the first site's spelling.
    ...grouped(rows, ({ tags }) => tags.flatMap((tag) => tagSlug(tag) ?? [])).map(([slug, found]) => ({
      facet: { by: 'tag', tag: found[0]?.tags.find((tag) => tagSlug(tag) === slug) ?? slug } as const,
      rows: found,
    })),
  ];
}

/** Facets listed in every order. */
const SORTABLE = ['topic', 'country', 'language', 'size', 'generator', 'full', 'markdown'] as const;

const keyOf = (facet: Facet) => Object.values(facet).join(' ');

/** Orders facets of one kind: sizes from small to large, others in code unit order. */
function compareFacets({ facet: a }: FacetRows, { facet: b }: FacetRows): number {
  if (a.by === 'size' && b.by === 'size') return placeOf(a.size) - placeOf(b.size);
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

const placeOf = (size: SiteSize) => SITE_SIZES.findIndex((one) => one.size === size);

function groupByFacet(rows: readonly Row[]): FacetRows[] {
  const groups = new Map<string, { readonly facet: Facet; readonly rows: Row[] }>();
  for (const row of rows) {
    for (const facet of facetsOfRow(row)) {
      const key = keyOf(facet);
      const known = groups.get(key);
      if (known) known.rows.push(row);
      else groups.set(key, { facet, rows: [row] });
    }
  }
  return [...groups.values()];
}

/** Largest exact count, because the database would need too long for more. */
export const MAX_COUNTED = 10_000;

/** Counts these sites by facet. */
export function countFacets(rows: readonly Row[]): FacetCount[] {
  return groupByFacet(rows).map(({ facet, rows: { length: listed } }) => ({ facet, listed }));
}

function facetsOfRow(row: Row): Facet[] {
  const { topics, country, language, links, llms_full_txt, has_markdown, generator, tier, verified } = row;
  const size = sizeOf(links);
  return [
    ...topics.map((topic) => ({ by: 'topic', topic }) as const),
    ...(country === null ? [] : [{ by: 'country', country } as const]),
    ...(language === null ? [] : [{ by: 'language', language } as const]),
    ...(size === null ? [] : [{ by: 'size', size } as const]),
    ...(generator === null ? [] : [{ by: 'generator', generator: generator as GeneratorId } as const]),
    ...(llms_full_txt === null ? [] : [{ by: 'full' } as const]),
    ...(has_markdown ? [{ by: 'markdown' } as const] : []),
    ...(tier === null ? [] : [{ by: 'tier', tier } as const]),
    ...(verified ? [{ by: 'verified' } as const] : []),
  ];
}

/**
 * Returns the path of a facet's page. Tiers and tags have only the order by authority. Lists of verified sites have
 * no built pages.
 */
export function facetPath(facet: Facet, page: number, sort: ListSort = 'authority'): string {
  switch (facet.by) {
    case 'tier':
      return paths.browseTier(facet.tier, page);
    case 'tag':
      return paths.browseTag(tagSlug(facet.tag) ?? '', page);
    case 'topic':
      return paths.browseTopic(facet.topic, page, sort);
    case 'country':
      return paths.browseCountry(facet.country, page, sort);
    case 'language':
      return paths.browseLanguage(facet.language, page, sort);
    case 'size':
      return paths.browseSize(facet.size, page, sort);
    case 'generator':
      return paths.browseGenerator(facet.generator, page, sort);
    case 'full':
      return paths.browseFull(page, sort);
    case 'markdown':
      return paths.browseMarkdown(page, sort);
    case 'verified':
      return `${paths.browse(1)}?verified=true`;
  }
}

/** Returns the feed path of a topic or country, or null. */
export function facetFeedPath(facet: Facet): string | null {
  if (facet.by === 'topic') return paths.topicFeed(facet.topic);
  return facet.by === 'country' ? paths.countryFeed(facet.country) : null;
}

/** Reports whether the facet is listed in every order. */
export function isSortable(facet: Facet | null): boolean {
  return facet === null || (facet.by !== 'tier' && facet.by !== 'tag');
}

/** Returns the title text of a facet. Text of owners has one line and is not escaped. */
export function facetTitle(facet: Facet): string {
  switch (facet.by) {
    case 'tier':
      return `${TIER_LABELS[facet.tier].label} sites`;
    case 'tag':
      return `Sites tagged “${cleanText(facet.tag, 32)}”`;
    case 'topic':
      return facetName(facet);
    case 'country':
      return `Sites from ${countryInText(facet.country)}`;
    case 'language':
      return `Sites in ${languageName(facet.language)}`;
    case 'size':
      return `${facetName(facet)} files`;
    case 'generator':
      return `Files made with ${facetName(facet)}`;
    case 'full':
      return 'Sites with an llms-full.txt';
    case 'markdown':
      return 'Sites with pages in Markdown';
    case 'verified':
      return 'Verified sites';
  }
}

/** Returns the short name of a facet, for links. */
export function facetName(facet: Facet): string {
  switch (facet.by) {
    case 'tier':
      return TIER_LABELS[facet.tier].label;
    case 'tag':
      return cleanText(facet.tag, 32);
    case 'topic':
      return TOPICS.find(({ id }) => id === facet.topic)?.name ?? facet.topic;
    case 'country':
      return countryName(facet.country);
    case 'language':
      return languageName(facet.language);
    case 'size':
      return { small: 'Small', medium: 'Medium', large: 'Large' }[facet.size];
    case 'generator':
      return generatorName(facet.generator);
    case 'full':
      return 'With llms-full.txt';
    case 'markdown':
      return 'With pages in Markdown';
    case 'verified':
      return 'Verified';
  }
}

/** Converts a store count to a facet, or null without pages. */
export function choiceOf({ facet: by, value, listed }: StoredCount): FacetCount[] {
  if (by === 'topic') return [{ facet: { by, topic: value }, listed }];
  if (by === 'language') return [{ facet: { by, language: value }, listed }];
  if (by === 'country') return [{ facet: { by, country: value }, listed }];
  if (by === 'owner') return [{ facet: { by: 'verified' }, listed }];
  if (by === 'tier') return LISTED_TIERS.flatMap((tier) => (tier === value ? [{ facet: { by, tier }, listed }] : []));
  if (by === 'has') return value === 'full' || value === 'markdown' ? [{ facet: { by: value }, listed }] : [];
  if (by === 'generator') {
    const generator = findGeneratorId(value);
    return generator === null ? [] : [{ facet: { by, generator }, listed }];
  }
  const known = SITE_SIZES.find(({ size }) => size === value);
  return known === undefined ? [] : [{ facet: { by, size: known.size }, listed }];
}

/** Returns the filter of a facet, or null. */
export function filterOf(facet: Facet): ListFilter | null {
  switch (facet.by) {
    case 'tag':
    case 'verified':
      return null;
    case 'tier':
      return facet.tier === 'featured' || facet.tier === 'listed' ? { ...NO_FILTER, tier: facet.tier } : null;
    case 'topic':
      return { ...NO_FILTER, topic: facet.topic };
    case 'country':
      return { ...NO_FILTER, country: facet.country };
    case 'language':
      return { ...NO_FILTER, language: facet.language };
    case 'size':
      return { ...NO_FILTER, size: facet.size };
    case 'generator':
      return { ...NO_FILTER, generator: facet.generator };
    case 'full':
      return { ...NO_FILTER, has_full: true };
    case 'markdown':
      return { ...NO_FILTER, has_markdown: true };
  }
}

/** Returns the facets of a filter. */
export function facetsOfFilter({
  topic,
  language,
  country,
  size,
  generator,
  has_full,
  has_markdown,
  tier,
}: ListFilter): Facet[] {
  return [
    ...(topic === undefined ? [] : [{ by: 'topic', topic } as const]),
    ...(language === undefined ? [] : [{ by: 'language', language } as const]),
    ...(country === undefined ? [] : [{ by: 'country', country } as const]),
    ...SITE_SIZES.flatMap((one) => (one.size === size ? [{ by: 'size', size: one.size } as const] : [])),
    ...(generator === undefined ? [] : [{ by: 'generator', generator } as const]),
    ...(has_full ? [{ by: 'full' } as const] : []),
    ...(has_markdown ? [{ by: 'markdown' } as const] : []),
    ...(tier === undefined ? [] : [{ by: 'tier', tier } as const]),
  ];
}

/** Groups rows by key, with keys in code unit order. */
function grouped(rows: readonly Row[], keysOf: (row: Row) => readonly string[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const keys = keysOf(row);
    for (const key of keys.length > 1 ? new Set(keys) : keys) {
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
