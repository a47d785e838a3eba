import type { FoundLink } from '../directory/link.ts';
import type { ListedPage } from '../directory/resolution.ts';
import { type Clause, listLexemes, type SearchQuery, type Term } from './query.ts';
import type { WordList } from './word-list.ts';
import { foldText, splitWords, toStem } from './words.ts';

/** Site or link that matches some query words. */
interface Candidate {
  /** Weight of the field that contains a lexeme of the query, from 0 to 1. */
  readonly matches: ReadonlyMap<string, number>;
  readonly authority: number | null;
}

export interface MatchingSite extends Pick<FoundLink, 'domain' | 'authority' | 'verified'> {
  /** Weights of the query's lexemes in the site, from 0 to 1. */
  readonly ranks: readonly number[];
}

export interface SiteLinks extends Pick<FoundLink, 'domain' | 'site' | 'authority' | 'verified'> {
  /** Links of the site's main file. */
  readonly links: readonly ListedPage[];
  /** Links of the owner's further files. */
  readonly nested: readonly ListedPage[];
  /** Start of the site's main file. */
  readonly prose: string;
}

export interface RankedLink extends FoundLink {
  /** Weighted share of the query that the link matches, from 0 to 1. */
  readonly coverage: number;
}

/** Share of authority in a score. With a larger share, a known site comes before a better match. */
const BY_AUTHORITY = 0.4;
/** Weight of words in notes, section and site name, relative to the link's title. */
const IN_OTHER_FIELD = 0.5;
/** Bonus of a title that consists of query words. */
const WHOLE_TITLE = 0.35;

/** Sorts the site that the query names first, then verified sites, then by match. Equal sites keep the order of `sites`. */
export function rankSites<S extends MatchingSite>(
  sites: readonly S[],
  { terms, domain }: SearchQuery,
  words: WordList,
): S[] {
  const lexemes = listLexemes(terms);
  const matchedSites = sites.map((site) => {
    return { ...site, matches: new Map(lexemes.map((lexeme, at) => [lexeme, site.ranks[at] ?? 0])) };
  });
  const computeScore = createScorer(matchedSites, terms, (stem) => rarity(words.sitesWith(stem), words.sites));
  const computeStanding = (site: S) => 2 * Number(site.domain === domain) + Number(site.verified);
  return matchedSites
    .map((site) => ({ ...site, score: computeScore(site).score }))
    .toSorted((a, b) => computeStanding(b) - computeStanding(a) || b.score - a.score);
}

/**
 * Ranks links that match a part of the query, best first. Links satisfy all operators. Words are weighed by their
 * rarity among the links of `sites`, because the sites were found by their words. This rarity is better by 0.03 of
 * nDCG@10 than the rarity among all sites.
 */
export function rankLinks(sites: readonly SiteLinks[], { terms, clauses }: SearchQuery): RankedLink[] {
  const lexemes = listLexemes(terms);
  // Compare the stems without their last letter first, because this is much faster than splitting words.
  const prefixes = lexemes.map((lexeme) => lexeme.slice(0, -1));
  const matchedLinks = sites.flatMap(({ domain, site, authority, verified, links, nested }) => {
    const ofSite = toStems(`${domain} ${site ?? ''}`);
    const isOfSite = terms.every(({ stems }) => stems.some((stem) => contains(ofSite, stem)));
    return [...links, ...nested].flatMap((link) => {
      const texts = [link.title, link.section ?? '', link.notes ?? ''];
      const folded = foldText(texts.join(' '));
      if (!isOfSite && !prefixes.some((prefix) => folded.includes(prefix))) return [];
      const [title = '', ...others] = texts.map(toStems);
      const own = [title, ...others].join('|');
      const all = `${own}|${ofSite}`;
      if (!isOfSite && !lexemes.some((lexeme) => contains(own, lexeme))) return [];
      if (!satisfies(all, clauses)) return [];
      const computeWeight = (lexeme: string) =>
        contains(title, lexeme) ? 1 : contains(all, lexeme) ? IN_OTHER_FIELD : 0;
      const matches = new Map(lexemes.map((lexeme) => [lexeme, computeWeight(lexeme)]));
      const share = lexemes.filter((lexeme) => matches.get(lexeme) === 1).length / title.trim().split(' ').length;
      return [{ link: { ...link, domain, site, authority, verified }, authority, matches, share }];
    });
  });
  const total = sites.flatMap(({ links, nested }) => [...links, ...nested]).length;
  const holders = (stem: string) => matchedLinks.filter(({ matches }) => matches.get(stem)).length;
  const computeScore = createScorer(matchedLinks, terms, (stem) => rarity(holders(stem), total));
  return matchedLinks
    .map((candidate) => {
      const { score, coverage } = computeScore(candidate);
      return { link: { ...candidate.link, coverage }, score: score * (1 + WHOLE_TITLE * candidate.share) };
    })
    .toSorted((a, b) => b.score - a.score || (b.link.authority ?? 0) - (a.link.authority ?? 0))
    .map(({ link }) => link);
}

/** Returns the stems of a text in order, with a space around each. */
function toStems(text: string): string {
  return ` ${splitWords(text).map(toStem).join(' ')} `;
}

/** Reports whether stems contain a stem or a phrase of stems. */
function contains(stems: string, phrase: string): boolean {
  return stems.includes(` ${phrase} `);
}

/** Reports whether stems satisfy a query with operators. */
function satisfies(stems: string, clauses: SearchQuery['clauses']): boolean {
  const holds = ({ words }: Clause) => contains(stems, words.map(toStem).join(' '));
  return clauses.length === 0 || clauses.some((all) => all.every((clause) => holds(clause) !== clause.isExcluded));
}

/** Creates a function that scores one of the candidates. Rare words count more, and fuller matches count more than parts. */
function createScorer(candidates: readonly Candidate[], terms: readonly Term[], rarityOf: (stem: string) => number) {
  const isUsed = (stem: string) => candidates.some(({ matches }) => matches.get(stem));
  const rarities = new Map(listLexemes(terms).map((stem) => [stem, isUsed(stem) ? rarityOf(stem) : 0]));
  const best = ({ stems }: Term, computeWeight: (stem: string) => number) =>
    Math.max(...stems.map((stem) => (rarities.get(stem) ?? 0) * computeWeight(stem)));
  const total = terms.reduce((sum, term) => sum + best(term, () => 1), 0);
  return ({ matches, authority }: Candidate) => {
    let score = 0;
    let covered = 0;
    for (const term of terms) {
      const match = best(term, (stem) => matches.get(stem) ?? 0);
      score += match;
      if (match > 0) covered += best(term, () => 1);
    }
    const coverage = total === 0 ? 0 : covered / total;
    const standing = 1 - BY_AUTHORITY + (BY_AUTHORITY * (authority ?? 0)) / 100;
    return { coverage, score: score * coverage * standing };
  };
}

/**
 * Computes the inverse document frequency as in BM25 (Robertson and Zaragoza 2009, 3.1) for a word in `holders` of
 * `total` sites or links.
 */
function rarity(holders: number, total: number): number {
  const atLeastOne = Math.max(holders, 1);
  return Math.log(1 + (Math.max(total - atLeastOne, 0) + 0.5) / (atLeastOne + 0.5));
}
