import { z } from 'zod';
import { isUnfiltered, type ListFilter } from '../directory/list-filter.ts';
import { publicFactsSchema } from '../directory/state.ts';
import { correctQuery, correctWords, FEW_MATCHES } from '../search/corrections.ts';
import { NAME, readableName } from '../search/document-words.ts';
import { originalsFirst } from '../search/originals-first.ts';
import {
  lexemesOf,
  type SearchQuery as ParsedQuery,
  parseQuery,
  partsTsquery,
  type SearchScope,
  toTsquery,
} from '../search/query.ts';
import { rankSites } from '../search/rank.ts';
import type { Call } from './client.ts';
import type { DomainPage, ListQuery } from './domain-page.ts';
import { type FacetCount, facetCountSchema, filterArgument } from './facet-counts.ts';
import type { WordLists } from './search-words.ts';
import { readRecords } from './sites.ts';

export interface SearchQuery extends ListQuery {
  /** Query as typed. */
  readonly q: string;
  readonly scope: SearchScope;
  /** Order of results. `authority` is the order of lists. `relevance` lists verified domains first, then sorts by match. */
  readonly sort: 'authority' | 'relevance';
  /** Searches only sites that match this filter. Default: all sites. */
  readonly filter?: ListFilter;
  /** True to count the facets of the matches. */
  readonly withFacets?: boolean;
}

export interface SearchPage extends DomainPage {
  /** Probable query, if few sites match and a word is unknown. */
  readonly suggestion?: string;
  /** Number of matches by facet. Empty if not requested, or if there are too many matches to count. */
  readonly facets?: readonly FacetCount[];
}

export interface SearchStore {
  /** Searches sites. Only the first 10,000 matches are reachable. Above 10,000, `total` is an estimate. */
  search(query: SearchQuery): Promise<SearchPage>;
}

const MAX_REACHED = 10_000;
/** Number of sites ranked together, in list order. Ranking a site takes about 0.05 ms. */
const MAX_RANKED = 200;
/** Most sites compared for copies. The work grows with the square. */
const MAX_COMPARED = 50;
/** Number of sites below which sites follow that match a part of the query. */
const ENOUGH = 5;

const { domain, authority, verified } = publicFactsSchema.shape;
const foundSchema = z.object({
  total: z.int(),
  facets: z.array(facetCountSchema).nullable(),
  sites: z.array(z.object({ domain, authority, verified, ranks: z.array(z.number()) })),
});

/** Sites to search. */
export type SearchPlace = Pick<SearchQuery, 'scope' | 'filter' | 'includeUnlisted' | 'verified' | 'withFacets'>;

export type SiteFinder = ReturnType<typeof createSiteFinder>;

/** Finds sites in the search documents. */
export function createSiteFinder(read: Call, wordLists: WordLists) {
  async function find(
    query: string | null,
    lexemes: readonly string[],
    place: SearchPlace,
    skip: number,
    size: number,
  ) {
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
    const { total, facets, sites } = await read('find_sites', args, foundSchema);
    const matching = sites.map(({ ranks, ...site }) => {
      const matches = lexemes.map((lexeme, at) => [lexeme, ranks[at] ?? 0] as const).filter(([, rank]) => rank > 0);
      return { ...site, matches: new Map(matches) };
    });
    return { total, facets: facets ?? [], sites: matching };
  }

  /** Ranks sites that match the query. If there are few, adds sites that match a part of it. */
  async function rankFor(parsed: ParsedQuery, place: SearchPlace, skip = 0, size = MAX_RANKED) {
    const words = await wordLists.read();
    const lexemes = lexemesOf(parsed.terms);
    const { total, facets, sites } = await find(toTsquery(parsed, place.scope), lexemes, place, skip, size);
    const whole = rankSites(sites, parsed, words);
    if (total >= FEW_MATCHES || parsed.clauses.length > 0) return { total, facets, whole, parts: [] };
    const anywhere = { ...place, withFacets: false };
    const wanted = partsTsquery(parsed.terms, place.scope, words, MAX_RANKED);
    const some = await find(wanted, lexemes, anywhere, 0, MAX_RANKED);
    const known = new Set(sites.map((site) => site.domain));
    const parts = rankSites(some.sites, parsed, words).filter((site) => !known.has(site.domain));
    return { total, facets, whole, parts };
  }

  /** Corrects words that no site contains. Returns no correction for a query with operators. */
  async function correct(parsed: ParsedQuery, place: SearchPlace) {
    const words = await wordLists.read();
    const unknown: string[] = [];
    for (const term of parsed.clauses.length > 0 ? [] : parsed.terms) {
      if (term.stems.some((stem) => words.sitesWith(stem) > 0)) continue;
      const query = toTsquery({ ...parsed, terms: [term], name: null }, place.scope);
      if ((await find(query, [], place, 0, 0)).total === 0) unknown.push(term.word);
    }
    return correctWords(unknown, words);
  }

  return { find, rankFor, correct };
}

export function createSearchStore(read: Call, { find, rankFor, correct }: SiteFinder): SearchStore {
  /** Reads records. Leaves out sites that were removed after the search. */
  const readFound = async (domains: readonly string[]) =>
    (await readRecords(read, domains)).filter((record) => record !== null);

  async function byAuthority(parsed: ParsedQuery, query: SearchQuery, skip: number, size: number) {
    const { total, facets, sites } = await find(toTsquery(parsed, query.scope), [], query, skip, size);
    const results = await readFound(sites.map((site) => site.domain));
    return { total, facets, results, isFew: total < FEW_MATCHES };
  }

  async function findNamed(domain: string, query: SearchQuery) {
    const name = `'${NAME}${readableName(domain)}'`;
    return (await find(name, [], { ...query, withFacets: false }, 0, 1)).sites;
  }

  /** Ranks windows of whole pages, so that a page reads one window. */
  async function byRelevance(parsed: ParsedQuery, query: SearchQuery, skip: number, size: number) {
    const window = Math.floor(MAX_RANKED / query.perPage) * query.perPage;
    const from = skip % window;
    const { total, facets, whole, parts } = await rankFor(parsed, query, skip - from, window);
    const named = parsed.domain !== null && skip < window ? await findNamed(parsed.domain, query) : [];
    const matching = [...named, ...whole, ...parts.slice(0, Math.max(0, ENOUGH - total))];
    const ranked = [...new Set(matching.map((site) => site.domain))];
    const first = from < MAX_COMPARED ? 0 : from;
    const records = await readFound(ranked.slice(first, Math.max(from + size, MAX_COMPARED)));
    const ordered = originalsFirst(records.slice(0, MAX_COMPARED), parsed.domain);
    const results = [...ordered, ...records.slice(MAX_COMPARED)].slice(from - first, from - first + size);
    const shown = Math.max(total, skip < window ? ranked.length : 0);
    return { total: shown, facets, results, isFew: total < FEW_MATCHES };
  }

  return {
    search: async (query) => {
      const skip = Math.min((query.page - 1) * query.perPage, MAX_REACHED);
      const size = Math.min(query.perPage, MAX_REACHED - skip);
      const parsed = parseQuery(query.q);
      const isRanked = query.sort === 'relevance';
      const found = await (isRanked ? byRelevance : byAuthority)(parsed, query, skip, size);
      if (!found.isFew) return toPage(found);
      const corrections = await correct(parsed, { ...query, withFacets: false });
      const suggestion = correctQuery(query.q, corrections);
      if (suggestion === null) return toPage(found);
      const page = isRanked ? await byRelevance(parseQuery(query.q, corrections), query, skip, size) : found;
      return { ...toPage(page), suggestion };
    },
  };
}

function toPage({ total, facets, results }: Omit<Required<SearchPage>, 'totalIsEstimate' | 'suggestion'>): SearchPage {
  return { total: Math.min(total, MAX_REACHED), totalIsEstimate: total > MAX_REACHED, facets, results };
}
