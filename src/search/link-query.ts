import { tsqueryOf } from './condition.ts';
import type { FileLink } from './file-links.ts';
import { rarity } from './rarity.ts';
import { anyFor, type Clause, parseSearchQuery, type SearchQuery, type Term } from './search-query.ts';
import { lexemesOfEnglish } from './stems.ts';
import { hasSynonyms } from './synonyms.ts';
import { wordsOf } from './words.ts';

/** What links are looked for by. */
export interface LinkQuery {
  /** The words that are ranked by. */
  readonly terms: readonly Term[];
  /** Each of them counts as much. */
  readonly weights: readonly number[];
  /** What candidates have to hold, the strictest first. None: nothing is found. */
  readonly queries: readonly CandidateQuery[];
  /** See SearchQuery: a link must also satisfy these. */
  readonly clauses: SearchQuery['clauses'];
}

interface CandidateQuery {
  /** The text of a `tsquery`. */
  readonly query: string;
  /** So many files hold all of it that they are not all looked at. */
  readonly is_frequent: boolean;
}

/** How many sites there are, and hold a word. */
export interface WordCounts {
  readonly sites: number;
  readonly known: Readonly<Record<string, number>>;
}

/** The least share of what was asked, by weight, that a link has to hold. */
export const MIN_COVERAGE = 0.4;
/** The heaviest words of a longer query, of which some may be left out, and how many such choices are tried. */
const MAX_CHOSEN = 7;
const MAX_CHOICES = 16;
/** Reading the places of as many rows takes some 10 ms. */
const FREQUENT_FROM_SITES = 30_000;

/** The words that links are looked for by. */
export function linkTermsOf({ terms, clauses }: SearchQuery): readonly Term[] {
  return clauses.length === 0 ? terms : clauses.flatMap(termsOfClauses);
}

export function lexemesOfTerms(terms: readonly Term[]): string[] {
  return [...new Set(terms.flatMap(({ words, joined, others }) => [...words, ...joined, ...others]))];
}

/** Words that may be misspelt: no site is known to hold one of their forms. */
export function unknownWords(terms: readonly Term[], { known }: WordCounts): string[] {
  const isKnown = (lexeme: string) => (known[lexeme] ?? 0) > 0;
  return terms.flatMap(({ word }) => (hasSynonyms(word) || [...lexemesOfEnglish(word)].some(isKnown) ? [] : [word]));
}

export function linkQueryOf({ terms, clauses }: SearchQuery, counts: WordCounts): LinkQuery {
  const knownTerms = (some: readonly Term[]) => some.map((term) => withoutUnknown(term, counts));
  const expect = (some: readonly Term[]): CandidateQuery => ({
    query: allOf(some),
    is_frequent: some.reduce((n, term) => n * shareOf(term, counts), counts.sites) > FREQUENT_FROM_SITES,
  });
  if (clauses.length > 0) {
    const lists = clauses.map((all) => knownTerms(termsOfClauses(all)));
    const queries = lists.some(({ length }) => length === 0) ? [] : lists.map(expect);
    const all = lists.flat();
    return { terms: all, weights: all.map((term) => weightOf(term, counts)), queries, clauses };
  }
  const asked = knownTerms(terms);
  const weights = asked.map((term) => weightOf(term, counts));
  const queries = asked.length === 0 ? [] : [asked, ...choices(asked, weights)].map(expect);
  return { terms: asked, weights, queries, clauses };
}

function termsOfClauses(all: SearchQuery['clauses'][number]): Term[] {
  const wanted = all.filter(({ isExcluded }) => !isExcluded).flatMap(({ words }) => words);
  return wanted.flatMap((word) => parseSearchQuery(word, null).terms);
}

/** Without forms that no site is known to use: most stems of other languages, which cost as much as those that some do. */
function withoutUnknown(term: Term, { known }: WordCounts): Term {
  const english = lexemesOfEnglish(term.word);
  const isKnown = (lexeme: string) => (known[lexeme] ?? 0) > 0;
  return {
    ...term,
    words: term.words.filter((lexeme) => english.has(lexeme) || isKnown(lexeme)),
    others: term.others.filter(isKnown),
  };
}

function sitesWith({ words }: Term, { sites, known }: WordCounts): number {
  return Math.min(sites, Math.max(0, ...words.map((word) => known[word] ?? 0)));
}

function shareOf(term: Term, counts: WordCounts): number {
  return sitesWith(term, counts) / Math.max(counts.sites, 1);
}

function weightOf(term: Term, counts: WordCounts): number {
  return rarity(sitesWith(term, counts), Math.max(counts.sites, 1));
}

/** Ways to leave out some words of a query, the least telling first. */
function choices(terms: readonly Term[], weights: readonly number[]): (readonly Term[])[] {
  const all = sum(weights);
  const heaviest = terms
    .map((term, at) => ({ term, weight: weights[at] ?? 0 }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_CHOSEN);
  return subsets(heaviest)
    .map((some) => ({ some, coverage: sum(some.map(({ weight }) => weight)) / all }))
    .filter(({ some, coverage }) => coverage >= MIN_COVERAGE && some.length < terms.length)
    .toSorted((a, b) => b.coverage - a.coverage)
    .slice(0, MAX_CHOICES)
    .map(({ some }) => some.map(({ term }) => term));
}

function subsets<Item>(items: readonly Item[]): Item[][] {
  let all: Item[][] = [[]];
  for (const item of items) all = all.concat(all.map((some) => [...some, item]));
  return all;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function allOf(terms: readonly Term[]): string {
  return tsqueryOf({ all: terms.map(anyFor) });
}

/** Does a link satisfy a query with operators? */
export function holdsClauses(link: FileLink, site: string, clauses: LinkQuery['clauses']): boolean {
  if (clauses.length === 0) return true;
  const fields = [link.title, link.notes ?? '', link.section ?? '', site].map(wordsOf);
  return clauses.some((all) => all.every((clause) => holdsClause(fields, clause) !== clause.isExcluded));
}

function holdsClause(fields: readonly (readonly string[])[], { words, isPhrase }: Clause): boolean {
  if (isPhrase) return fields.some((field) => ` ${field.join(' ')} `.includes(` ${words.join(' ')} `));
  const lexemes = new Set(fields.flat().flatMap((word) => [...lexemesOfEnglish(word)]));
  return words.every((word) => [...lexemesOfEnglish(word)].some((lexeme) => lexemes.has(lexeme)));
}
