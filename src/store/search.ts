import { z } from 'zod';
import { isUnfiltered, type ListFilter } from '../directory/list-filter.ts';
import type { PublicFacts } from '../directory/state.ts';
import { tsqueryOf } from '../search/condition.ts';
import { correctQuery, FEW_MATCHES } from '../search/corrections.ts';
import { domainMeantBy } from '../search/domain-meant-by.ts';
import { originalsFirst } from '../search/originals-first.ts';
import { type SearchQuery as ParsedQuery, parseSearchQuery, type Term } from '../search/search-query.ts';
import { hasSynonyms } from '../search/synonyms.ts';
import { WORDS_VERSION } from '../search/words.ts';
import type { Call, Clock } from './client.ts';
import { readCorrections } from './corrections.ts';
import { type DomainPage, foundSchema, type ListQuery } from './domain-page.ts';
import { filterArgument } from './facets.ts';

/** `record`: domain, title, summary, description and tags; `all`: besides, what the file says. */
export type SearchScope = 'record' | 'all';

export interface SearchQuery extends ListQuery {
  /** As somebody typed it. */
  readonly q: string;
  readonly scope: SearchScope;
  /** `authority`: in the order of lists; `relevance`: verified domains first, then by how well they match. */
  readonly sort: 'authority' | 'relevance';
  /** Only among these sites; absent: among all. */
  readonly filter?: ListFilter;
}

export interface SearchPage extends DomainPage {
  /** The query as it was probably meant, where few sites match and a word of it is unknown. */
  readonly suggestion?: string;
}

const unindexedSchema = z.object({
  domain: z.string(),
  /** Where the text was read. */
  llms_txt: z.string().nullable(),
  /** The text was read from another registrable domain; null where that is not known. */
  cross_domain_redirect: z.boolean().nullable(),
  title: z.string().nullable(),
  summary: z.string().nullable(),
  description: z.string().nullable(),
  tags: z.array(z.string()),
  language: z.string().nullable(),
  text: z.string(),
});
/** A site with a stored text that nothing is found by yet. */
export type UnindexedSite = z.infer<typeof unindexedSchema>;

/** What a site is found by: each the text of a `tsvector`. */
export interface SiteWords {
  readonly domain: string;
  readonly site_words: string;
  readonly description_words: string | null;
  readonly tag_words: string | null;
  readonly text_words: string;
}

const sourceSchema = z.object({
  domain: z.string(),
  title: z.string().nullable(),
  summary: z.string().nullable(),
  description: z.string().nullable(),
  tags: z.array(z.string()),
  /** Where the text was read. */
  llms_txt: z.string().nullable(),
  /** The text was read from another registrable domain; null where that is not known. */
  cross_domain_redirect: z.boolean().nullable(),
  text_hash: z.string().nullable(),
  /** The first characters of the stored text; null where there is none. */
  text: z.string().nullable(),
});
/** What a site is found by. */
export type SearchSource = z.infer<typeof sourceSchema>;

/** The part of the store that searches. */
export interface SearchStore {
  /** The first 10,000 matches can be reached; beyond as many `total` is an estimate. */
  search(query: SearchQuery): Promise<SearchPage>;
  /** What sites are found by, each the text of a `tsvector`, by domain; at most 1,000 at once. */
  readWords(domains: readonly string[], scope: SearchScope): Promise<ReadonlyMap<string, string>>;
  /** What these sites are found by, in any order; of unknown domains nothing. */
  readSearchSources(domains: readonly string[]): Promise<readonly SearchSource[]>;
  /** Counts how many sites hold each word: of a large directory at most every hour. Searches by relevance and suggestions need it. */
  countWords(): Promise<void>;
  /** Sites behind `after`, in order of name, whose words were not made by the rules of today; some at a time, none at the end. */
  listUnindexed(after: string | null): Promise<readonly UnindexedSite[]>;
  writeWords(sites: readonly SiteWords[]): Promise<void>;
}

/** Whatever is searched of a text stands before. */
const MAX_TEXT_CHARACTERS = 128 * 1024;
/** Texts of so many sites are below the 16 MiB of a call over the local socket. */
const SOURCES_PER_CALL = 20;
/** Of texts of up to 1 MiB: below the 16 MiB of a call over the local socket. */
const UNINDEXED_PER_CALL = 10;
const siteWords = z.record(z.string(), z.string());

export function createSearchStore(call: Call, read: Call, clock: Clock): SearchStore {
  async function find(asked: SearchQuery, parsed: ParsedQuery): Promise<z.output<typeof foundSchema>> {
    const { scope, sort, page, perPage, includeUnlisted, verified, filter } = asked;
    const args = {
      scope,
      query: tsqueryOf(parsed.query),
      prefix: parsed.prefix,
      page,
      per_page: perPage,
      include_unlisted: includeUnlisted,
      verified,
      ...(filter && !isUnfiltered(filter) && { filter: filterArgument(filter) }),
    };
    if (sort === 'authority' || parsed.terms.length === 0) return await read('search_domains', args, foundSchema);
    const ranked = {
      ...args,
      query: tsqueryOf(parsed.wideQuery),
      terms: withPhrases(parsed.terms),
      part_query: parsed.partQuery && tsqueryOf(parsed.partQuery),
    };
    return await read('rank_domains', ranked, foundSchema);
  }

  /** Many sites may match the words of a name, so that the site of this name is on a later page. */
  async function withOriginalsFirst(found: DomainPage, query: SearchQuery, named: string | null): Promise<DomainPage> {
    const isFound = named === null || query.page > 1 || found.results.some(({ domain }) => domain === named);
    const site = isFound || found.results.length < query.perPage ? null : await findNamed(query, named);
    const results = site === null ? found.results : [site, ...found.results].slice(0, query.perPage);
    return { ...found, results: originalsFirst(results, named) };
  }

  async function findNamed(query: SearchQuery, named: string): Promise<PublicFacts | null> {
    const byName = { ...parseSearchQuery(named, named), query: { either: [] }, terms: [] };
    const { results } = await find({ ...query, page: 1, perPage: 100 }, byName);
    return results.find(({ domain }) => domain === named) ?? null;
  }

  return {
    search: async (query) => {
      const domain = domainMeantBy(query.q.trim());
      const parsed = parseSearchQuery(query.q, domain);
      const { whole, ...matches } = await find(query, parsed);
      const found = query.sort === 'relevance' ? await withOriginalsFirst(matches, query, domain) : matches;
      if (whole >= FEW_MATCHES) return found;
      const words = parsed.terms.flatMap(({ word }) => (hasSynonyms(word) ? [] : [word]));
      const corrections = await readCorrections(read, words);
      const suggestion = correctQuery(query.q, corrections);
      if (suggestion === null) return found;
      if (query.sort === 'authority') return { ...found, suggestion };
      const { whole: _, ...corrected } = await find(query, parseSearchQuery(query.q, domain, corrections));
      return { ...corrected, results: originalsFirst(corrected.results, null), suggestion };
    },
    readWords: async (domains, scope) =>
      new Map(Object.entries(await call('read_words', { domains, scope }, siteWords))),
    readSearchSources: async (domains) => {
      const sources: SearchSource[] = [];
      for (let from = 0; from < domains.length; from += SOURCES_PER_CALL) {
        const some = domains.slice(from, from + SOURCES_PER_CALL);
        const args = { domains: some, max_characters: MAX_TEXT_CHARACTERS };
        sources.push(...(await call('read_search_sources', args, z.array(sourceSchema))));
      }
      return sources;
    },
    countWords: async () => {
      await call('count_words', clock(), z.boolean());
    },
    listUnindexed: (after) =>
      call('list_unindexed', { version: WORDS_VERSION, after, max_rows: UNINDEXED_PER_CALL }, z.array(unindexedSchema)),
    writeWords: async (sites) => {
      await call('write_words', { words: sites, version: WORDS_VERSION }, z.int());
    },
  };
}

/** Each term with the `tsquery` of it before the next; null for the last. */
export function withPhrases(terms: readonly Term[]) {
  return terms.map((term, at) => {
    const next = terms[at + 1];
    return { ...term, phrase: next ? tsqueryOf({ phrase: [term.words, next.words] }) : null };
  });
}
