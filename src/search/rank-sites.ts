import type { Condition } from './condition.ts';
import { placeAt, type Weight } from './index-content.ts';
import { rarity } from './rarity.ts';
import type { Term } from './search-query.ts';

/*
 * Matching and ranking as in the database (supabase/schemas/search.sql), over what an index knows of each lexeme: a browser has no
 * other one.
 */

/** A site by a number of the caller's. */
export type Site = number;

/** What is known of the lexemes of a query. */
export interface KnownWords {
  /** Where each site holds a lexeme: positions as in index-content.ts. */
  readonly positions: (lexeme: string) => ReadonlyMap<Site, readonly number[]>;
  /** In how many sites of the directory a lexeme is, and how many there are. */
  readonly sitesWith: (lexeme: string) => number;
  readonly total: number;
}

/** Does a site hold what is asked for? */
export function holds(condition: Condition, site: Site, words: KnownWords): boolean {
  if ('any' in condition) return condition.any.some((lexeme) => words.positions(lexeme).has(site));
  if ('phrase' in condition) return holdsPhrase(condition.phrase, site, words);
  if ('not' in condition) return !holds(condition.not, site, words);
  if ('all' in condition) return condition.all.length > 0 && condition.all.every((part) => holds(part, site, words));
  return condition.either.some((part) => holds(part, site, words));
}

/** Can a site match that holds none of the lexemes? */
export function mayHoldNone(condition: Condition): boolean {
  if ('not' in condition) return true;
  if ('all' in condition) return condition.all.length > 0 && condition.all.every(mayHoldNone);
  return 'either' in condition && condition.either.some(mayHoldNone);
}

function holdsPhrase(phrase: readonly (readonly string[])[], site: Site, words: KnownWords): boolean {
  const places = phrase.map(
    (any) => new Set(any.flatMap((lexeme) => (words.positions(lexeme).get(site) ?? []).map((at) => placeAt(at).place))),
  );
  const [first = new Set<number>(), ...others] = places;
  return [...first].some((place) => others.every((other, at) => other.has(place + at + 1)));
}

/** What counts beside the words of a site. */
export interface Standing {
  /** 0 to 100; null where there is none yet. */
  readonly authority: number | null;
  /** Is its name the one asked for, or does it begin so? */
  readonly name: 'same' | 'begins' | null;
}

export interface Score {
  /** The share of what was asked that the site holds, 0 to 1. */
  readonly coverage: number;
  readonly score: number;
}

/** `ts_rank`'s weights of places. */
const WEIGHTS: Readonly<Record<Weight, number>> = { A: 1, B: 0.6, C: 0.25, D: 0.12 };
/** What another word for a word counts. */
const OTHER_WORD = 0.6;
/** Of a term that no site holds. */
const UNKNOWN_TERM = 0.01;
const PHRASE = 0.2;
const SAME_NAME = 100;
const BEGIN_OF_NAME = 8;

/** How well sites match, as `score_matches` of the database has it. */
export function createScorer(terms: readonly Term[], words: KnownWords): (site: Site, standing: Standing) => Score {
  const weighed = terms.map((term) => weigh(term, words));
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return (site, { authority, name }) => {
    let score = 0;
    let covered = 0;
    for (const [at, { weight, lexemes, words: own }] of weighed.entries()) {
      const best = Math.max(
        ...lexemes.map((one) => one.weight * rankOf(words.positions(one.lexeme).get(site) ?? [])),
        0,
      );
      if (best > 0) {
        score += best;
        covered += weight;
      }
      const next = weighed[at + 1];
      if (next && holdsPhrase([own, next.words], site, words)) score += PHRASE * (weight + next.weight);
    }
    const coverage = name !== null ? 1 : all === 0 ? 0 : covered / all;
    const named = (name === null ? 0 : BEGIN_OF_NAME) + (name === 'same' ? SAME_NAME : 0);
    return { coverage, score: score * coverage * (0.8 + (0.2 * (authority ?? 0)) / 100) + named };
  };
}

interface WeighedTerm {
  readonly words: readonly string[];
  readonly weight: number;
  readonly lexemes: readonly { readonly lexeme: string; readonly weight: number }[];
}

function weigh({ words: own, joined, others }: Term, words: KnownWords): WeighedTerm {
  const weighAll = (lexemes: readonly string[], factor: number) =>
    lexemes.flatMap((lexeme) => {
      const sites = words.sitesWith(lexeme);
      return sites === 0 ? [] : [{ lexeme, weight: factor * rarity(sites, words.total) }];
    });
  const ofOwn = weighAll(own, 1);
  return {
    words: own,
    weight: ofOwn.length === 0 ? UNKNOWN_TERM : Math.max(...ofOwn.map(({ weight }) => weight)),
    lexemes: [...ofOwn, ...weighAll(joined, 1), ...weighAll(others, OTHER_WORD)],
  };
}

/** `ts_rank` of one lexeme: its occurrences count less and less, the heaviest in full. */
function rankOf(positions: readonly number[]): number {
  if (positions.length === 0) return 0;
  const weights = positions
    .map(placeAt)
    .toSorted((a, b) => a.order - b.order)
    .map(({ weight }) => WEIGHTS[weight]);
  const heaviest = Math.max(...weights);
  const sum = weights.reduce((so, weight, at) => so + weight / (at + 1) ** 2, 0);
  return (heaviest + sum - heaviest / (weights.indexOf(heaviest) + 1) ** 2) / (Math.PI ** 2 / 6);
}
