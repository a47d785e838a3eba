import type { FileLink } from './file-links.ts';
import { SITE_PLACE } from './link-parts.ts';
import { type LinkQuery, MIN_COVERAGE } from './link-query.ts';
import type { Term } from './search-query.ts';
import { lexemesOfEnglish } from './stems.ts';
import { wordsOf } from './words.ts';

/** Where some links of a site hold lexemes of a query. */
export interface FoundPart {
  readonly domain: string;
  readonly part: number;
  /** How many links are in it. */
  readonly size: number;
  readonly authority: number;
  readonly verified: boolean;
  /** The text of a `tsvector`: what stands in titles. */
  readonly title: string;
  /** The same, of all fields. */
  readonly words: string;
}

/** A link among the candidates, by where it is stored. */
export interface RankedLink {
  readonly found: FoundPart;
  /** Its number in the part, from 1. */
  readonly place: number;
  /** The share of what was asked that it holds. */
  readonly coverage: number;
  readonly score: number;
}

/** Where a word stands counts as much, of what it counts in a title. */
const IN_OTHER_FIELD = 0.5;
const IN_SITE = 0.45;
/** Other words for a word count less than the word. */
const OTHER_WORD = 0.6;
/** With as many links that hold all words, no others are shown. */
const ENOUGH_WHOLE = 10;

/** The links of some parts that hold what was asked, best first, by where the words stand. */
export function rankLinks(parts: readonly FoundPart[], { terms, weights, clauses }: LinkQuery): RankedLink[] {
  const ranked = parts.flatMap((part) => scorePart(part, terms, weights));
  // What operators ask for is looked at in the texts.
  if (clauses.length > 0) return ranked.toSorted(byScore);
  const whole = ranked.filter(({ coverage }) => coverage === 1);
  return (whole.length >= ENOUGH_WHOLE ? whole : ranked.filter(({ coverage }) => coverage >= MIN_COVERAGE)).toSorted(
    byScore,
  );
}

export function byScore(a: RankedLink, b: RankedLink): number {
  return (
    b.score - a.score ||
    b.found.authority - a.found.authority ||
    (a.found.domain < b.found.domain ? -1 : a.found.domain > b.found.domain ? 1 : 0) ||
    a.found.part - b.found.part ||
    a.place - b.place
  );
}

function scorePart(part: FoundPart, terms: readonly Term[], weights: readonly number[]): RankedLink[] {
  const inTitles = parsePlaces(part.title);
  const inAny = parsePlaces(part.words);
  const byTerm = terms.map((term) => valuesOf(term, inTitles, inAny));
  const ofSite = byTerm.map((values) => values.get(SITE_PLACE) ?? 0);
  const places = new Set(byTerm.flatMap((values) => [...values.keys()]).filter((place) => place !== SITE_PLACE));
  if (ofSite.every((value) => value > 0)) for (let place = 1; place <= part.size; place++) places.add(place);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return Array.from(places, (place) => {
    let score = 0;
    let covered = 0;
    let missing = 0;
    byTerm.forEach((values, at) => {
      const value = Math.max(values.get(place) ?? 0, ofSite[at] ?? 0);
      const weight = weights[at] ?? 0;
      score += weight * value;
      if (value > 0) covered += weight;
      else missing += 1;
    });
    const coverage = missing === 0 ? 1 : covered / all;
    return { found: part, place, coverage, score: score * coverage * (0.8 + (0.2 * part.authority) / 100) };
  });
}

/** How well each link of a part holds one word of the query. */
function valuesOf(term: Term, inTitles: Places, inAny: Places): Map<number, number> {
  const values = new Map<number, number>();
  const add = (lexemes: readonly string[], factor: number) => {
    for (const lexeme of lexemes) {
      for (const place of inTitles.get(lexeme) ?? []) values.set(place, Math.max(values.get(place) ?? 0, factor));
      for (const place of inAny.get(lexeme) ?? []) {
        const value = factor * (place === SITE_PLACE ? IN_SITE : IN_OTHER_FIELD);
        values.set(place, Math.max(values.get(place) ?? 0, value));
      }
    }
  };
  add(term.words, 1);
  add(term.joined, 1);
  add(term.others, OTHER_WORD);
  return values;
}

type Places = ReadonlyMap<string, readonly number[]>;

/** Reads the text of a `tsvector` whose lexemes have no quotes. */
function parsePlaces(text: string): Places {
  const places = new Map<string, number[]>();
  for (const [, lexeme = '', at = ''] of text.matchAll(/'([^']*)':([\dA-D,]+)/g)) {
    places.set(
      lexeme,
      at.split(',').map((one) => Number.parseInt(one, 10)),
    );
  }
  return places;
}

/** A word of the title as it was typed, or next to the one that was typed before it, counts more; words beside them less. */
const TYPED = 0.1;
const NEIGHBORS = 0.25;
const TITLE_SHARE = 0.35;

/** The score of a link by its text: how much of the title was asked for, and in which order. */
export function scoreText(ranked: RankedLink, link: FileLink, terms: readonly Term[]): number {
  const title = wordsOf(link.title);
  const text = [...title, '', ...wordsOf(link.notes ?? ''), '', ...wordsOf(link.section ?? '')];
  const lexemes = terms.map(({ words, joined, others }) => new Set([...words, ...joined, ...others]));
  const isAsked = (word: string) => [...lexemesOfEnglish(word)].some((lexeme) => lexemes.some((of) => of.has(lexeme)));
  const share = title.length === 0 ? 0 : title.filter(isAsked).length / title.length;
  const typed = terms.filter(({ word }) => text.includes(word)).length / Math.max(terms.length, 1);
  const pairs = terms.slice(1).filter(({ word }, at) => {
    const before = terms[at]?.word;
    return text.some((one, i) => one === word && text[i - 1] === before);
  }).length;
  const neighbors = terms.length < 2 ? 0 : pairs / (terms.length - 1);
  return ranked.score * (1 + TITLE_SHARE * share + TYPED * typed + NEIGHBORS * neighbors);
}
