import { z } from 'zod';
import { type ListFilter, NO_FILTER } from '../directory/list-filter.ts';
import { publicFactsSchema } from '../directory/state.ts';
import { correctQuery, correctWords, FEW_MATCHES } from '../search/corrections.ts';
import { originalsFirst } from '../search/originals-first.ts';
import {
  listLexemes,
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
  /**
   * Order of results. `authority` is the order of lists. `relevance` lists verified domains first, then sorts the first
   * 200 matches of the list by match.
   */
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

const MAX_REACHED = 10_000;
/** Number of first sites in list order that are ranked. Ranking a site takes about 0.05 ms. */
const MAX_RANKED = 200;
/** Most sites compared for copies. The work grows with the square. */
const MAX_COMPARED = 50;
/** Number of sites below which sites follow that match a part of the query. */
const ENOUGH = 5;

const { domain, authority, verified } = publicFactsSchema.shape;
const foundSchema = z.object({
  total: z.int(),
  facets: z.array(facetCountSchema),
  sites: z.array(z.object({ domain, authority, verified, ranks: z.array(z.number()) })),
});

type Found = z.output<typeof foundSchema>;

/** Sites to search. */
export type SearchPlace = Pick<SearchQuery, 'scope' | 'filter' | 'includeUnlisted' | 'verified' | 'withFacets'>;

interface SearchWindow {
  /** Domain before all other matches, if it matches. */
  readonly named?: string | null;
  readonly skip?: number;
  readonly size?: number;
  /** Lexemes whose weight in each site is returned. */
  readonly lexemes?: readonly string[];
}

export type SiteFinder = ReturnType<typeof createSiteFinder>;

/** Finds sites in the search documents. */
export function createSiteFinder(read: Call, wordLists: WordLists) {
  const find = createFind(read);

  /** Ranks the first sites that match the query. If there are few, adds sites that match a part of it. */
  async function rank(parsed: ParsedQuery, place: SearchPlace, size = MAX_RANKED) {
    const words = await wordLists.read();
    const window = { named: parsed.domain, size, lexemes: listLexemes(parsed.terms) };
    const matches = await find(toTsquery(parsed, place.scope), place, window);
    const wholeMatches = rankSites(matches.sites, parsed, words);
    if (matches.total >= FEW_MATCHES || parsed.clauses.length > 0) return { ...matches, sites: wholeMatches };
    const { sites } = await find(partsTsquery(parsed.terms, place.scope, words, MAX_RANKED), place, window);
    const wholeDomains = new Set(wholeMatches.map((site) => site.domain));
    const parts = rankSites(sites, parsed, words).filter((site) => !wholeDomains.has(site.domain));
    return { ...matches, sites: [...wholeMatches, ...parts].slice(0, ENOUGH) };
  }

  /** Corrects words that no site contains. Returns no correction for a query with operators. */
  async function correct(parsed: ParsedQuery, place: SearchPlace) {
    const words = await wordLists.read();
    const unknown: string[] = [];
    for (const term of parsed.clauses.length > 0 ? [] : parsed.terms) {
      if (term.stems.some((stem) => words.sitesWith(stem) > 0)) continue;
      const query = toTsquery({ ...parsed, terms: [term], name: null }, place.scope);
      if ((await find(query, place)).total === 0) unknown.push(term.word);
    }
    return correctWords(unknown, words);
  }

  /** Answers a query. If few results match and a word is unknown, answers the corrected query. */
  async function answer<Page>(
    q: string,
    place: SearchPlace,
    search: (parsed: ParsedQuery) => Promise<{ readonly page: Page; readonly isFew: boolean }>,
  ): Promise<Page | (Page & { readonly suggestion: string })> {
    const parsed = parseQuery(q);
    const { page, isFew } = await search(parsed);
    if (!isFew) return page;
    const corrections = await correct(parsed, place);
    const suggestion = correctQuery(q, corrections);
    if (suggestion === null) return page;
    return { ...(await search(parseQuery(q, corrections))).page, suggestion };
  }

  return { find, rank, answer };
}

/** Creates a function that finds the sites of a `tsquery` in list order. Null finds all sites. */
function createFind(read: Call) {
  return (query: string | null, place: SearchPlace, window: SearchWindow = {}) => {
    const { named = null, skip = 0, size = 0, lexemes = [] } = window;
    const args = {
      query,
      lexemes: lexemes.map((lexeme) => `'${lexeme}'`),
      scope: place.scope,
      filter: filterArgument(place.filter ?? NO_FILTER),
      include_unlisted: place.includeUnlisted,
      verified: place.verified,
      skip,
      size,
      with_facets: place.withFacets ?? false,
      named,
    };
    return read('find_sites', args, foundSchema);
  };
}

export function createSearchStore(read: Call, { find, rank, answer }: SiteFinder) {
  async function findPage(parsed: ParsedQuery, query: SearchQuery) {
    const skip = Math.min((query.page - 1) * query.perPage, MAX_REACHED);
    const end = Math.min(skip + query.perPage, MAX_REACHED);
    const isRanked = query.sort === 'relevance';
    // Rank whole pages of results. Later pages have the order of lists.
    const ranked = isRanked ? Math.floor(MAX_RANKED / query.perPage) * query.perPage : 0;
    if (skip >= ranked) {
      const window = { named: isRanked ? parsed.domain : null, skip, size: end - skip };
      const matches = await find(toTsquery(parsed, query.scope), query, window);
      return toPage(matches, await readFound(matches.sites));
    }
    const rankedSites = await rank(parsed, query, ranked);
    const records = await readFound(rankedSites.sites.slice(0, Math.max(end, MAX_COMPARED)));
    const compared = originalsFirst(records.slice(0, MAX_COMPARED), parsed.domain);
    return toPage(rankedSites, [...compared, ...records.slice(MAX_COMPARED)].slice(skip, end));
  }

  /** Reads records. Leaves out sites that were removed after the search. */
  async function readFound(sites: Found['sites']) {
    const domains = sites.map((site) => site.domain);
    return (await readRecords(read, domains)).filter((record) => record !== null);
  }

  /** Searches sites. Only the first 10,000 matches are reachable. Above 10,000, `total` is an estimate. */
  function search(query: SearchQuery): Promise<SearchPage> {
    // Search by authority once, because only a search by relevance finds the corrected words.
    const listed = query.sort === 'authority' ? findPage(parseQuery(query.q), query) : null;
    return answer(query.q, query, (parsed) => listed ?? findPage(parsed, query));
  }

  return { search };
}

function toPage({ total, facets, sites }: Found, results: DomainPage['results']) {
  const reached = Math.max(total, sites.length);
  const page = { total: Math.min(reached, MAX_REACHED), totalIsEstimate: reached > MAX_REACHED, facets, results };
  return { page, isFew: total < FEW_MATCHES };
}
