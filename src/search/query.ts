import { IN_RECORD, NAME, readableName } from './document-words.ts';
import { tellingWords } from './frequent-words.ts';
import { otherWordsFor } from './synonyms.ts';
import { stemOf, wordsOf } from './words.ts';

/** Words of a query that are looked for; the rest of a longer one is ignored. */
const MAX_WORDS = 16;

/** `record`: domain, title, summary, description and tags; `all`: besides, what the file says. */
export type SearchScope = 'record' | 'all';

/** One word of a query. */
export interface Term {
  readonly word: string;
  /** Stems that stand for it: its own, that of its correction, those of it and a neighbor written as one ("nextjs" of "next js"). */
  readonly stems: readonly string[];
  /** Those of other words for it. */
  readonly others: readonly string[];
}

/** Words between operators. */
export interface Clause {
  readonly words: readonly string[];
  /** They stand one after the other. */
  readonly isPhrase: boolean;
  /** They are not there. */
  readonly isExcluded: boolean;
}

export interface SearchQuery {
  /** The words that results are ranked by. */
  readonly terms: readonly Term[];
  /** What a query with operators asks for: all of one of these lists. Empty where it has none. */
  readonly clauses: readonly (readonly Clause[])[];
  /** The start of a domain name, as it is read, that the query may be. */
  readonly name: string | null;
}

/** What a misspelt word is taken for as well. */
export type Corrections = ReadonlyMap<string, string>;

const OPERATOR = /"|(?<!\S)-\S|(?<!\S)or(?!\S)/i;
/** A lower-case "or" in a longer query is part of a sentence. */
const SENTENCE = /^(?!.*(?:"|(?<!\S)-\S))(?:\S+\s+){6}/;
const NAME_START = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.-]*$/u;

/**
 * Reads a query in websearch syntax: words that must all be there, "quoted phrases", `or`, and a leading minus. `domain`: the one that
 * the query is as a whole. Never throws.
 */
export function parseQuery(typed: string, domain: string | null, corrections: Corrections = new Map()): SearchQuery {
  const text = typed.trim();
  if (domain === null && OPERATOR.test(text) && !SENTENCE.test(text)) {
    const clauses = parseOperators(text);
    const wanted = clauses.flat().flatMap(({ words, isExcluded }) => (isExcluded ? [] : words));
    return { terms: wanted.slice(0, MAX_WORDS).map((word) => termOf(word, [])), clauses, name: null };
  }
  const plain = domain ?? text.replace(/^(?:https?:\/\/)?(?:www\.)?/i, '').replace(/\/$/, '');
  const name = readableName(plain.replace(/\s+/g, ''));
  const words = tellingWords([...new Set(wordsOf(plain))]).slice(0, MAX_WORDS);
  const terms = words.map((word, at) => {
    const [before, next] = [words[at - 1], words[at + 1]];
    const joined = [...(before ? [before + word] : []), ...(next ? [word + next] : [])];
    return termOf(word, [corrections.get(word) ?? word, ...joined]);
  });
  return { terms, clauses: [], name: NAME_START.test(name) ? name : null };
}

function termOf(word: string, alike: readonly string[]): Term {
  const stems = new Set([word, ...alike].map(stemOf));
  return {
    word,
    stems: [...stems],
    others: [...new Set(otherWordsFor(word).map(stemOf))].filter((one) => !stems.has(one)),
  };
}

function parseOperators(text: string): Clause[][] {
  const clauses: Clause[][] = [[]];
  for (const [token, minus, quoted, bare] of text.matchAll(/(?<!\S)(-)?(?:"([^"]*)"?|(\S+))|"([^"]*)"?/g)) {
    if (/^or$/i.test(token)) {
      if (clauses.at(-1)?.length) clauses.push([]);
      continue;
    }
    const words = wordsOf(quoted ?? bare ?? token).slice(0, MAX_WORDS);
    if (words.length === 0) continue;
    clauses.at(-1)?.push({ words, isPhrase: quoted !== undefined, isExcluded: minus !== undefined });
  }
  return clauses.filter(({ length }) => length > 0).slice(0, MAX_WORDS);
}

/** What a site has to hold: all words, without or with other words for them, or one of them. */
type Strictness = 'words' | 'synonyms' | 'any';

/** The text of a `tsquery` over the words of documents; the empty one where nothing is asked for. */
export function tsqueryOf({ terms, clauses, name }: SearchQuery, scope: SearchScope, strictness: Strictness): string {
  const mark = scope === 'record' ? IN_RECORD : '';
  const anyStem = (stems: readonly string[]) => `(${stems.map((stem) => `'${mark}${stem}'`).join(' | ')})`;
  const ofClause = ({ words, isPhrase, isExcluded }: Clause) => {
    const all = words.map((word) => anyStem([stemOf(word)]));
    if (isPhrase) all.push(words.map((word) => `'${stemOf(word)}'${scope === 'record' ? ':AB' : ''}`).join(' <-> '));
    return `${isExcluded ? '!' : ''}(${all.join(' & ')})`;
  };
  if (clauses.length > 0) return clauses.map((all) => `(${all.map(ofClause).join(' & ')})`).join(' | ');
  const words = terms.map(({ stems, others }) => anyStem(strictness === 'words' ? stems : [...stems, ...others]));
  const all = words.join(strictness === 'any' ? ' | ' : ' & ');
  const named = name === null ? '' : `'${NAME}${name}':*`;
  return [all && `(${all})`, named].filter(Boolean).join(' | ');
}
