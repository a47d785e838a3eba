import { readableName } from './document-words.ts';
import type { SearchQuery, Term } from './query.ts';
import type { WordList } from './word-list.ts';

/** Site or link that matches some query words. */
export interface Candidate {
  /** Lexemes of the query in the candidate, with the weight of their field from 0 to 1. */
  readonly matches: ReadonlyMap<string, number>;
  /** Authority from 0 to 100, or null. */
  readonly authority: number | null;
}

export type Scored<C> = C & {
  /** Weighted share of the query that the candidate matches, from 0 to 1. */
  readonly coverage: number;
  readonly score: number;
};

/** Share of authority in a score. With a larger share, a known site comes before a better match. */
const BY_AUTHORITY = 0.4;

/** Scores candidates. Rare words count more, and fuller matches count more than parts. */
export function scoreAll<C extends Candidate>(
  candidates: readonly C[],
  terms: readonly Term[],
  rarityOf: (stem: string) => number,
): Scored<C>[] {
  const weightOf = (stem: string) => (candidates.some(({ matches }) => matches.has(stem)) ? rarityOf(stem) : 0);
  const weighed = terms.map(({ stems }) => {
    const all = stems.map((stem) => ({ stem, weight: weightOf(stem) }));
    return { all, weight: Math.max(...all.map(({ weight }) => weight)) };
  });
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return candidates.map((candidate) => {
    let score = 0;
    let covered = 0;
    for (const { all, weight } of weighed) {
      const best = Math.max(...all.map((one) => one.weight * (candidate.matches.get(one.stem) ?? 0)));
      score += best;
      if (best > 0) covered += weight;
    }
    const coverage = total === 0 ? 0 : covered / total;
    const standing = 1 - BY_AUTHORITY + (BY_AUTHORITY * (candidate.authority ?? 0)) / 100;
    return { ...candidate, coverage, score: score * coverage * standing };
  });
}

/**
 * Computes the inverse document frequency as in BM25 (Robertson and Zaragoza 2009, 3.1) for a word in `holders` of
 * `total` sites or links.
 */
export function rarity(holders: number, total: number): number {
  const known = Math.max(holders, 1);
  return Math.log(1 + (Math.max(total - known, 0) + 0.5) / (known + 0.5));
}

export interface MatchingSite extends Candidate {
  readonly domain: string;
  readonly verified: boolean;
}

/** Bonus of a site whose name starts with the query. */
const BEGIN_OF_NAME = 8;

/** Sorts verified sites first, then by match. Equal sites keep the order of `sites`. */
export function rankSites<S extends MatchingSite>(
  sites: readonly S[],
  { terms, name }: SearchQuery,
  words: WordList,
): Scored<S>[] {
  const ranked = scoreAll(sites, terms, (stem) => rarity(words.sitesWith(stem), words.sites)).map((site) => {
    if (name === null || !readableName(site.domain).startsWith(name)) return site;
    return { ...site, coverage: 1, score: site.score + BEGIN_OF_NAME };
  });
  return ranked.toSorted((a, b) => Number(b.verified) - Number(a.verified) || b.score - a.score);
}
