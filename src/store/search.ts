import { z } from 'zod';
import { isUnfiltered, type ListFilter } from '../directory/list-filter.ts';
import { type PublicFacts, publicFactsSchema } from '../directory/state.ts';
import { correctQuery, correctWords, FEW_MATCHES } from '../search/corrections.ts';
import { NAME, readableName } from '../search/document-words.ts';
import { domainMeantBy } from '../search/domain-meant-by.ts';
import { originalsFirst } from '../search/originals-first.ts';
import { type SearchQuery as ParsedQuery, parseQuery, type SearchScope, tsqueryOf } from '../search/query.ts';
import { lexemesOf, rankSites, unknownWords } from '../search/rank.ts';
import type { Call } from './client.ts';
import type { DomainPage, ListQuery } from './domain-page.ts';
import { type FacetCount, facetCountSchema, filterArgument } from './facet-counts.ts';
import type { WordLists } from './search-words.ts';

export interface SearchQuery extends ListQuery {
  /** Query as typed. */
  readonly q: string;
  readonly scope: SearchScope;
  /** `authority` uses the order of lists. `relevance` lists verified domains first, then by match. */
  readonly sort: 'authority' | 'relevance';
  /** Searches these sites only. All sites if absent. */
  readonly filter?: ListFilter;
  /** Whether the facets of what matches are counted. */
  readonly withFacets?: boolean;
}

export interface SearchPage extends DomainPage {
  /** Probable query, if few sites match and a word is unknown. */
  readonly suggestion?: string;
  /** How many of the sites that hold the whole query have each facet; none where these are too many to count, or nobody asked. */
  readonly facets?: readonly FacetCount[];
}

/** Part of the store that searches sites. */
export interface SearchStore {
  /** The first 10,000 matches are reachable. Above, `total` is an estimate. */
  search(query: SearchQuery): Promise<SearchPage>;
}

const MAX_REACHED = 10_000;
/** Sites that are ranked, the first in list order; those behind stay in that order. Ranking one takes some 0.05 ms. */
const MAX_RANKED = 200;
/** Among as many copies stand behind the sites that they copy. The work grows with the square of it. */
const MAX_COMPARED = 50;
/** Where few sites hold all of a query, those that hold a part of it follow, up to so many, and the least share that they hold. */
const ENOUGH = 5;
const MIN_COVERAGE = 0.34;

const { domain, authority, verified } = publicFactsSchema.shape;
const foundSchema = z.object({
  total: z.int(),
  facets: z
    .array(facetCountSchema)
    .nullable()
    .transform((counts) => counts ?? []),
  sites: z.array(z.object({ domain, authority, verified, ranks: z.array(z.number()) })),
});
const recordsSchema = z.object({ results: z.array(publicFactsSchema) });

/** Where a search looks. */
export type SearchPlace = Pick<SearchQuery, 'scope' | 'filter' | 'includeUnlisted' | 'verified' | 'withFacets'>;

interface Asked extends SearchPlace {
  readonly skip: number;
  readonly size: number;
}

interface Found {
  readonly total: number;
  /** Of how many the whole query is true. */
  readonly whole: number;
  readonly facets: readonly FacetCount[];
  readonly results: readonly PublicFacts[];
  readonly unknown: readonly string[];
}

export type SiteFinder = ReturnType<typeof createSiteFinder>;

/** Finds sites in the one index. */
export function createSiteFinder(read: Call, wordLists: WordLists) {
  const find = (query: string | null, lexemes: readonly string[], place: SearchPlace, skip: number, size: number) => {
    const { scope, filter, includeUnlisted, verified, withFacets = false } = place;
    const args = {
      query,
      lexemes: lexemes.map((lexeme) => `'${lexeme}'`),
      scope,
      filter: filter && !isUnfiltered(filter) ? filterArgument(filter) : {},
      include_unlisted: includeUnlisted,
      verified,
      skip,
      size,
      with_facets: withFacets,
    };
    return read('find_sites', args, foundSchema);
  };

  /** Sites that hold all of a query, the best first, and where they are few, those that hold a part of it. */
  async function rankFor(parsed: ParsedQuery, place: SearchPlace) {
    const words = await wordLists.read();
    const lexemes = lexemesOf(parsed.terms);
    const query = tsqueryOf(parsed, place.scope, 'synonyms');
    const { total, sites, facets } = await find(query, lexemes, place, 0, MAX_RANKED);
    const whole = rankSites(sites, parsed, words);
    if (total >= FEW_MATCHES || parsed.clauses.length > 0) return { total, facets, whole, parts: [], unknown: [] };
    const ofWords = { ...parsed, name: null };
    const anywhere = { ...place, withFacets: false };
    const some = await find(tsqueryOf(ofWords, place.scope, 'any'), lexemes, anywhere, 0, MAX_RANKED);
    const isWhole = new Set(sites.map((site) => site.domain));
    const parts = rankSites(some.sites, ofWords, words).filter(({ site }) => !isWhole.has(site.domain));
    return { total, facets, whole, parts, unknown: unknownWords(parsed.terms, [...sites, ...some.sites], words) };
  }

  return { find, rankFor };
}

export function createSearchStore(read: Call, { find, rankFor }: SiteFinder, wordLists: WordLists): SearchStore {
  const readRecords = async (domains: readonly string[]) =>
    (await read('list_records', { domains }, recordsSchema)).results;

  async function byAuthority(parsed: ParsedQuery, query: Asked): Promise<Found> {
    const asked = tsqueryOf(parsed, query.scope, 'words');
    const { total, facets, sites } = await find(asked, [], query, query.skip, query.size);
    const { unknown } = total < FEW_MATCHES ? await rankFor(parsed, query) : { unknown: [] };
    return { total, facets, whole: total, results: await readRecords(sites.map((site) => site.domain)), unknown };
  }

  async function byRelevance(parsed: ParsedQuery, query: Asked, named: string | null): Promise<Found> {
    const { total, facets, whole, parts, unknown } = await rankFor(parsed, query);
    const following = parts.filter(({ coverage }) => coverage >= MIN_COVERAGE).slice(0, Math.max(0, ENOUGH - total));
    const ranked = [...whole, ...following].map(({ site }) => site.domain);
    // Many sites may hold the words of a name, so that the site of this name is not among the first.
    const isBehind = named !== null && total > MAX_RANKED && !ranked.includes(named);
    const behind = isBehind
      ? (await find(`'${NAME}${readableName(named)}'`, [], { ...query, withFacets: false }, 0, 1)).sites
      : [];
    const first = [...behind.map((site) => site.domain), ...ranked];
    const end = query.skip + query.size;
    const from = Math.max(query.skip, first.length);
    const rest =
      total > MAX_RANKED && from < end
        ? await find(
            tsqueryOf(parsed, query.scope, 'synonyms'),
            [],
            { ...query, withFacets: false },
            from - behind.length,
            end - from,
          )
        : null;
    // A page behind those that are compared does without them.
    const compared = query.skip < MAX_COMPARED ? first.slice(0, MAX_COMPARED) : [];
    const others = first.slice(Math.max(query.skip, compared.length), end);
    const records = await readRecords([...compared, ...others, ...(rest?.sites ?? []).map((site) => site.domain)]);
    const ordered = [...originalsFirst(records.slice(0, compared.length), named), ...records.slice(compared.length)];
    const results = compared.length > 0 ? ordered.slice(query.skip, end) : ordered;
    return { total: Math.max(total, ranked.length), whole: total, facets, results, unknown };
  }

  return {
    search: async (query) => {
      const skip = Math.min((query.page - 1) * query.perPage, MAX_REACHED);
      const asked = { ...query, skip, size: Math.min(query.perPage, MAX_REACHED - skip) };
      const named = domainMeantBy(query.q.trim());
      const parsed = parseQuery(query.q, named);
      const isRanked = query.sort === 'relevance';
      const found = isRanked ? await byRelevance(parsed, asked, named) : await byAuthority(parsed, asked);
      const corrections = correctWords(found.whole < FEW_MATCHES ? found.unknown : [], await wordLists.read());
      const suggestion = correctQuery(query.q, corrections);
      if (suggestion === null) return toPage(found);
      const meant = isRanked ? await byRelevance(parseQuery(query.q, named, corrections), asked, null) : found;
      return { ...toPage(meant), suggestion };
    },
  };
}

function toPage({ total, facets, results }: Found): SearchPage {
  return { total: Math.min(total, MAX_REACHED), totalIsEstimate: total > MAX_REACHED, facets, results };
}
