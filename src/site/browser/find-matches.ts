import { type Condition, lexemesIn } from '../../search/condition.ts';
import { FEW_MATCHES } from '../../search/corrections.ts';
import {
  createScorer,
  holds,
  type KnownWords,
  mayHoldNone,
  type Site,
  type Standing,
} from '../../search/rank-sites.ts';
import type { SearchQuery } from '../../search/search-query.ts';
import { hasSynonyms } from '../../search/synonyms.ts';
import { FIRST_PARTS } from '../search-manifest.ts';
import type { Filters } from './find.ts';
import type { IndexedList, ListPart } from './indexed-list.ts';

/** As `rank_domains` of the database has them (supabase/schemas/search.sql). */
const MAX_RANKED = 200;
const MAX_PARTS = 5;
const MIN_COVERAGE = 0.34;
/** In a larger directory, a search ends with the matches that are wanted: the others are not counted. */
const MAX_COUNTED_SITES = 10_000;

export interface Matches {
  /** By relevance, as far as the list was searched. */
  readonly sites: readonly Site[];
  /** Is there a part of the list that was not searched? */
  readonly isPartial: boolean;
  /** Few sites match, and a word of the query is in none. */
  readonly mayBeMisspelt: boolean;
}

/**
 * Searches the list part by part, and reports what is found so far after each step but the last. The next begins when that is shown:
 * opening more parts meanwhile would delay it. `wanted`: how many matches may be shown.
 */
export async function findMatches(
  list: IndexedList,
  query: SearchQuery,
  { filters, wanted }: { readonly filters: Filters; readonly wanted: number },
  report: (matches: Matches) => Promise<void>,
): Promise<Matches> {
  const enough = Math.max(MAX_RANKED, wanted);
  const searched = createSearchedParts(list, query);
  const rank = createRanking(list, query, filters, searched);
  const first = list.parts.slice(0, FIRST_PARTS);
  const others = list.parts.slice(FIRST_PARTS);
  const remaining = searched.mayHold(others);
  let next = first;
  let left: readonly ListPart[] = others;
  for (let step = FIRST_PARTS; ; step *= 2) {
    await Promise.all(next.map((part) => searched.add(part)));
    const isPartial = left.length > 0;
    const matches = rank(isPartial);
    const isEnough = matches.sites.length >= enough && list.size > MAX_COUNTED_SITES;
    if (!isPartial || isEnough) return matches;
    await report(matches);
    if (next === first) left = await remaining;
    [next, left] = [left.slice(0, step * 2), left.slice(step * 2)];
  }
}

/** What the searched parts of a list hold of a query. */
interface SearchedParts {
  readonly words: KnownWords;
  /** The sites whose name is the one asked for, or begins so. */
  readonly names: ReadonlyMap<Site, 'same' | 'begins'>;
  /** All sites of those parts, where one can match that holds no word of the query. */
  readonly all: readonly Site[];
  /** Searches one more part. */
  add(part: ListPart): Promise<void>;
  /** Those of some parts that may hold something of the query. The others need no search. */
  mayHold(parts: readonly ListPart[]): Promise<readonly ListPart[]>;
}

function createSearchedParts(list: IndexedList, { wideQuery, partQuery, prefix }: SearchQuery): SearchedParts {
  const lexemes = [...new Set([wideQuery, ...(partQuery ? [partQuery] : [])].flatMap(lexemesIn))];
  const positions = new Map(lexemes.map((lexeme) => [lexeme, new Map<Site, readonly number[]>()]));
  const names = new Map<Site, 'same' | 'begins'>();
  const all: Site[] = [];
  let known = 0;
  const nowhere = new Map<Site, readonly number[]>();
  const words: KnownWords = {
    positions: (lexeme) => positions.get(lexeme) ?? nowhere,
    // Of a part of the list, as in the whole.
    sitesWith: (lexeme) => ((positions.get(lexeme)?.size ?? 0) * list.size) / Math.max(known, 1),
    total: list.size,
  };

  async function add(part: ListPart): Promise<void> {
    const index = await part.open();
    const [places, named] = await Promise.all([
      index.positionsOf(lexemes),
      prefix === null ? new Map<number, 'same' | 'begins'>() : index.sitesNamed(prefix),
      mayHoldNone(wideQuery) && index.findAll(),
    ]);
    known += part.sites.length;
    for (const [at, lexeme] of lexemes.entries()) {
      for (const [place, found] of places[at] ?? []) {
        const site = part.siteAt(place);
        if (site !== null) positions.get(lexeme)?.set(site, found);
      }
    }
    for (const [place, name] of named) {
      const site = part.siteAt(place);
      if (site !== null) names.set(site, name);
    }
    if (mayHoldNone(wideQuery)) all.push(...part.sites);
  }

  async function mayHold(parts: readonly ListPart[]): Promise<readonly ListPart[]> {
    if (mayHoldNone(wideQuery)) return parts;
    const holding = new Set(await list.partsWith(lexemes, prefix));
    for (const part of parts) known += holding.has(part) ? 0 : part.sites.length;
    return parts.filter((part) => holding.has(part));
  }

  return { words, names, all, add, mayHold };
}

/** Ranks the matches among what has been found so far. */
function createRanking(
  list: IndexedList,
  { wideQuery, partQuery, terms }: SearchQuery,
  filters: Filters,
  { words, names, all }: SearchedParts,
): (isPartial: boolean) => Matches {
  const score = (sites: readonly Site[], standing: (site: Site) => Standing) => {
    const scorer = createScorer(terms, words);
    return sites.map((site) => ({ site, ...scorer(site, standing(site)) }));
  };

  const find = (condition: Condition): Site[] => {
    const withWords = lexemesIn(condition).flatMap((lexeme) => [...words.positions(lexeme).keys()]);
    return [...new Set([...names.keys(), ...withWords, ...all])]
      .filter((site) => (!filters.verified || list.isVerified(site)) && (!filters.featured || list.isFeatured(site)))
      .filter((site) => names.has(site) || holds(condition, site, words))
      .toSorted(list.compare);
  };

  function rank(isPartial: boolean): Matches {
    const matches = find(wideQuery);
    const ranked = terms.length === 0 ? matches : byScore(matches.slice(0, MAX_RANKED));
    const isFew = !isPartial && matches.length < FEW_MATCHES;
    return {
      sites: [...ranked, ...matches.slice(ranked.length), ...(isFew ? findParts(matches) : [])],
      isPartial,
      mayBeMisspelt: isFew && terms.some(isUnknown),
    };
  }

  /** The site that the query names comes first, then the verified. */
  function byScore(matches: readonly Site[]): Site[] {
    return score(matches, (site) => ({ authority: list.authorityOf(site), name: names.get(site) ?? null }))
      .toSorted(
        (a, b) =>
          Number(names.get(b.site) === 'same') - Number(names.get(a.site) === 'same') ||
          Number(list.isVerified(b.site)) - Number(list.isVerified(a.site)) ||
          b.score - a.score ||
          list.compare(a.site, b.site),
      )
      .map(({ site }) => site);
  }

  /** Sites that hold most of what was asked, where few hold all of it. */
  function findParts(matches: readonly Site[]): Site[] {
    if (partQuery === null) return [];
    const without = new Set(matches);
    const parts = find(partQuery).slice(0, MAX_RANKED);
    return score(parts, (site) => ({ authority: list.authorityOf(site), name: null }))
      .filter(({ site, coverage }) => coverage >= MIN_COVERAGE && !without.has(site))
      .toSorted((a, b) => b.score - a.score || list.compare(a.site, b.site))
      .slice(0, MAX_PARTS)
      .map(({ site }) => site);
  }

  const isUnknown = ({ word }: { readonly word: string }) =>
    !hasSynonyms(word) && words.positions(word).size === 0 && words.positions(`~${word}`).size === 0;

  return rank;
}
