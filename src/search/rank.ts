import { readableName } from './document-words.ts';
import type { SearchQuery, Term } from './query.ts';
import { hasSynonyms } from './synonyms.ts';
import type { WordList } from './word-list.ts';

/** Site or link that matches some query words. */
export interface Candidate {
  /** Match of each of `lexemesOf` the query, from 0 (none) to 1 (heaviest field). */
  readonly values: readonly number[];
  /** 0 to 100, or null. */
  readonly authority: number | null;
}

export interface Score {
  /** Weighted share of the query that the candidate matches, from 0 to 1. */
  readonly coverage: number;
  readonly score: number;
}

/** Weight of a synonym relative to the word. */
const OTHER_WORD = 0.6;
/** Weight of a word that no candidate matches, if others match. */
const UNKNOWN_WORD = 0.01;
/** Share of authority in a score. With more, a known site comes before a better match. */
const BY_AUTHORITY = 0.4;

/** Returns the compared lexemes, in the order of the terms. */
export function lexemesOf(terms: readonly Term[]): string[] {
  return terms.flatMap(({ stems, others }) => [...stems, ...others]);
}

/** Scores candidates. Rare words count more, and fuller matches count more than parts. */
export function scoreAll(candidates: readonly Candidate[], terms: readonly Term[], words: WordList): Score[] {
  let next = 0;
  const weighed = terms.map(({ stems, others }) => {
    const lexemes = [...stems, ...others].map((stem, at) => {
      const index = next++;
      const isHeld = candidates.some(({ values }) => (values[index] ?? 0) > 0);
      return {
        index,
        isOwn: at < stems.length,
        weight: isHeld ? rarity(Math.max(words.sitesWith(stem), 1), words.sites) : 0,
      };
    });
    const own = Math.max(0, ...lexemes.map(({ isOwn, weight }) => (isOwn ? weight : 0)));
    const factors = lexemes.map(({ index, isOwn, weight }) => ({
      index,
      factor: isOwn ? weight : weight * OTHER_WORD,
    }));
    return { weight: Math.max(own, UNKNOWN_WORD), factors };
  });
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return candidates.map(({ values, authority }) => {
    let score = 0;
    let covered = 0;
    for (const { weight, factors } of weighed) {
      const best = Math.max(0, ...factors.map(({ index, factor }) => factor * (values[index] ?? 0)));
      if (best === 0) continue;
      score += best;
      covered += weight;
    }
    const coverage = all === 0 ? 0 : covered / all;
    return { coverage, score: score * coverage * (1 - BY_AUTHORITY + (BY_AUTHORITY * (authority ?? 0)) / 100) };
  });
}

/**
 * Computes the inverse document frequency as in BM25 (Robertson and Zaragoza 2009, 3.1) for a word of `sites` out of
 * `total`.
 */
function rarity(sites: number, total: number): number {
  return Math.log(1 + (Math.max(total - sites, 0) + 0.5) / (sites + 0.5));
}

export interface MatchingSite {
  readonly domain: string;
  readonly authority: number | null;
  readonly verified: boolean;
  /** `ts_rank` of each of `lexemesOf` the query. */
  readonly ranks: readonly number[];
}

export interface RankedSite<S> {
  readonly site: S;
  readonly coverage: number;
  readonly score: number;
}

/** Bonus if the site's name is the query, or starts with it. */
const SAME_NAME = 100;
const BEGIN_OF_NAME = 8;

/** Sorts verified sites first, then by match. Equal sites keep the order of `sites`. */
export function rankSites<S extends MatchingSite>(
  sites: readonly S[],
  { terms, name }: SearchQuery,
  words: WordList,
): RankedSite<S>[] {
  const scores = scoreAll(
    sites.map(({ ranks, authority }) => ({ values: ranks, authority })),
    terms,
    words,
  );
  const ranked = sites.map((site, at): RankedSite<S> => {
    const { coverage = 0, score = 0 } = scores[at] ?? {};
    const own = name === null ? '' : readableName(site.domain);
    if (name === null || !own.startsWith(name)) return { site, coverage, score };
    return { site, coverage: 1, score: score + BEGIN_OF_NAME + (own === name ? SAME_NAME : 0) };
  });
  return ranked.toSorted((a, b) => Number(b.site.verified) - Number(a.site.verified) || b.score - a.score);
}

/** Returns possibly misspelled words: not in the list, and in none of these sites. */
export function unknownWords(terms: readonly Term[], sites: readonly MatchingSite[], words: WordList): string[] {
  let next = 0;
  return terms.flatMap(({ word, stems, others }) => {
    const from = next;
    next += stems.length + others.length;
    const isKnown = hasSynonyms(word) || stems.some((stem) => words.sitesWith(stem) > 0);
    const isHeld = sites.some(({ ranks }) => ranks.slice(from, next).some((value) => value > 0));
    return isKnown || isHeld ? [] : [word];
  });
}
