import type { Condition } from './condition.ts';
import { isFrequentWord } from './languages.ts';
import { lexemesOfEnglish, lexemesOfQuery } from './stems.ts';
import { otherWordsFor } from './synonyms.ts';
import { wordsOf } from './words.ts';

/** Words of a query that are looked for; the rest of a longer one is ignored. */
const MAX_WORDS = 16;
/** Parts of a long question that are tried together, where no site holds all of it. */
const MAX_PART_WORDS = 8;

/** One word of a query without operators. */
export interface Term {
  readonly word: string;
  /** The lexemes that stand for it. */
  readonly words: readonly string[];
  /** Those of it and a neighbor, written as one: "nextjs" of "next js". */
  readonly joined: readonly string[];
  /** Those of other words for it. */
  readonly others: readonly string[];
}

export interface SearchQuery {
  /** What a site has to hold. */
  readonly query: Condition;
  /** The same, where other words for a word will do as well. */
  readonly wideQuery: Condition;
  /** The start of a domain name that the query may be. */
  readonly prefix: string | null;
  /** The words that are ranked by; none where the query has operators. */
  readonly terms: readonly Term[];
  /** What a query with operators asks for: all of one of these lists. Empty where it has none. */
  readonly clauses: readonly (readonly Clause[])[];
  /** What a site has to hold at least; null where all is asked for. */
  readonly partQuery: Condition | null;
}

/** Words between operators. */
export interface Clause {
  readonly words: readonly string[];
  /** They must stand there as they are, one after the other. */
  readonly isPhrase: boolean;
  /** They must not be there. */
  readonly isExcluded: boolean;
}

/** What a misspelt word is taken for as well. */
export type Corrections = ReadonlyMap<string, string>;

const OPERATOR = /"|(?<!\S)-\S|(?<!\S)or(?!\S)/i;
/** A lower-case "or" in a longer query is part of a sentence. */
const SENTENCE = /^(?!.*(?:"|(?<!\S)-\S))(?:\S+\s+){6}/;
const EMPTY_HOST = 'ws://-/';
const NAME_START = /^[a-z0-9][a-z0-9.-]*$/;

/**
 * Reads a query in websearch syntax: words that must all be there, "quoted phrases", `or`, and a leading minus. `domain`: the one that
 * the query is as a whole, as its name or a URL. Never throws.
 */
export function parseSearchQuery(
  typed: string,
  domain: string | null,
  corrections: Corrections = new Map(),
): SearchQuery {
  const text = typed.trim();
  const plain = text.replace(/^(?:https?:\/\/)?(?:www\.)?/i, '').replace(/\/$/, '');
  const start = domain ?? asciiName(plain.replace(/\s+/g, ''));
  if (domain === null && OPERATOR.test(text) && !SENTENCE.test(text)) {
    const clauses = parseOperators(text);
    const query = queryOfClauses(clauses);
    return { query, wideQuery: query, prefix: null, terms: [], clauses, partQuery: null };
  }
  const terms = termsOf(wordsToFind(domain ?? plain), corrections);
  return {
    query: { all: terms.map(({ words, joined }) => anyOf([...words, ...joined])) },
    wideQuery: { all: terms.map(anyFor) },
    prefix: start,
    terms,
    clauses: [],
    partQuery: domain === null && terms.length > 1 ? partQueryOf(terms) : null,
  };
}

/** The start of a domain name, in the form that is stored: of a label outside ASCII its A-label. */
function asciiName(text: string): string | null {
  const name = text.toLowerCase();
  if (NAME_START.test(name)) return name;
  return /^[\p{L}\p{M}\p{N}.-]+$/u.test(text) ? hostOf(text) : null;
}

/** As `domainToASCII` of Node, which browsers lack. */
function hostOf(text: string): string | null {
  const url = new URL(EMPTY_HOST);
  url.hostname = text;
  return url.href === EMPTY_HOST ? null : url.hostname;
}

/** Frequent words are looked for only where nothing else is asked. */
function wordsToFind(text: string): readonly string[] {
  const words = [...new Set(wordsOf(text))];
  const telling = words.filter((word) => !isFrequentWord(word));
  return (telling.length > 0 ? telling : words).slice(0, MAX_WORDS);
}

function termsOf(words: readonly string[], corrections: Corrections): Term[] {
  const lexemes = words.map((word) => {
    const meant = corrections.get(word);
    return [...lexemesOfQuery(word), ...(meant === undefined ? [] : lexemesOfQuery(meant))];
  });
  const join = (at: number) =>
    words[at] && words[at + 1] ? [...lexemesOfEnglish(`${words[at]}${words[at + 1]}`)] : [];
  return words.map((word, at) => ({
    word,
    words: [...new Set(lexemes[at])],
    joined: [...new Set([...join(at - 1), ...join(at)])],
    others: [...new Set(otherWordsFor(word).flatMap((other) => [...lexemesOfEnglish(other)]))],
  }));
}

/** What holds one of the words: which of those hold enough of them is decided when they are ranked. */
function partQueryOf(terms: readonly Term[]): Condition {
  return { either: terms.slice(0, MAX_PART_WORDS).map(anyFor) };
}

/** A word or another one for it. */
export function anyFor({ words, joined, others }: Term): Condition {
  return anyOf([...words, ...joined, ...others]);
}

function parseOperators(text: string): Clause[][] {
  const clauses: Clause[][] = [[]];
  for (const [token, minus, quoted, bare] of text.matchAll(/(?<!\S)(-)?(?:"([^"]*)"?|(\S+))|"([^"]*)"?/g)) {
    if (/^or$/i.test(token)) {
      if (clauses.at(-1)?.length) clauses.push([]);
      continue;
    }
    const words = wordsOf(quoted ?? bare ?? token);
    if (words.length === 0) continue;
    clauses.at(-1)?.push({ words, isPhrase: quoted !== undefined, isExcluded: minus !== undefined });
  }
  return clauses.filter(({ length }) => length > 0);
}

function queryOfClauses(clauses: readonly (readonly Clause[])[]): Condition {
  return { either: clauses.map((all) => ({ all: all.map(queryOfClause) })) };
}

function queryOfClause({ words, isPhrase, isExcluded }: Clause): Condition {
  const found: Condition = isPhrase
    ? { phrase: words.map((word) => [word]) }
    : { all: words.map((word) => anyOf([...lexemesOfQuery(word)])) };
  return isExcluded ? { not: found } : found;
}

function anyOf(lexemes: readonly string[]): Condition {
  return { any: [...new Set(lexemes)] };
}
