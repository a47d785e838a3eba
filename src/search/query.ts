import { parseDomainName } from '../directory/domain-name.ts';
import { IN_RECORD, NAME, readableName } from './document-words.ts';
import type { WordList } from './word-list.ts';
import { isFrequent, splitWords, tellingWords, toStem } from './words.ts';

/** Most words of a query. Further words are ignored. */
const MAX_WORDS = 16;

/** Searched texts. `record`: domain, title, summary, description and tags. `all`: also the file. */
export type SearchScope = 'record' | 'all';

export interface Term {
  readonly word: string;
  /** Stems of the word, of its correction, of a new name, and of the word joined with a neighbor ("nextjs" of "next js"). */
  readonly stems: readonly string[];
}

/** Word or phrase between operators. */
export interface Clause {
  readonly words: readonly string[];
  readonly isExcluded: boolean;
}

export interface SearchQuery {
  /** Words for ranking. */
  readonly terms: readonly Term[];
  /** Alternatives of a query with operators. A match satisfies all clauses of one list. Empty without operators. */
  readonly clauses: readonly (readonly Clause[])[];
  /** Domain if the whole query is a domain or URL, or null. */
  readonly domain: string | null;
  /** Prefix of a domain that the query may be, or null. */
  readonly name: string | null;
}

/** Names that companies gave up, with their new names. Files of these companies contain only the new names. */
const NEW_NAMES = new Map([
  ['bard', 'gemini'],
  ['codeium', 'windsurf'],
  ['transferwise', 'wise'],
  ['twitter', 'x'],
  ['zeit', 'vercel'],
]);

const OPERATOR = /"|(?<!\S)-\S|(?<!\S)OR(?!\S)/;
const OR = /(?<!\S)or(?!\S)/gi;
const NAME_START = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.-]*$/u;

/** Parses a query in websearch syntax: required words, "quoted phrases", `or`, and a leading minus. Never throws. */
export function parseQuery(typed: string, corrections: ReadonlyMap<string, string> = new Map()): SearchQuery {
  const text = typed.trim();
  const domain = findNamedDomain(text);
  if (domain === null && hasOperators(text)) {
    const clauses = parseOperators(text);
    const words = clauses.flat().flatMap((clause) => (clause.isExcluded ? [] : clause.words));
    const terms = words.slice(0, MAX_WORDS).map((word) => ({ word, stems: [toStem(word)] }));
    return { terms, clauses, domain, name: null };
  }
  const plain = domain ?? text.replace(/^(?:https?:\/\/)?(?:www\.)?/i, '');
  const name = readableName(plain.replace(/\s+/g, ''));
  const words = tellingWords([...new Set(splitWords(plain))]).slice(0, MAX_WORDS);
  const terms = words.map((word, at) => {
    const [before, next] = [words[at - 1], words[at + 1]];
    const joined = [...(before ? [before + word] : []), ...(next ? [word + next] : [])];
    const others = [corrections.get(word) ?? word, NEW_NAMES.get(word) ?? word, ...joined];
    return { word, stems: [...new Set([word, ...others].map(toStem))] };
  });
  return { terms, clauses: [], domain, name: NAME_START.test(name) ? name : null };
}

/** Reports whether a query has operators. An `or` among frequent words is a word of a question. */
function hasOperators(text: string): boolean {
  if (OPERATOR.test(text)) return true;
  const others = text.replace(OR, ' ');
  return others !== text && !splitWords(others).some(isFrequent);
}

/** Returns the domain if the whole query is a domain or URL, or null. */
export function findNamedDomain(query: string): string | null {
  // Accept a URL without a scheme.
  const url = /^[^\s/?#@]+\.[^\s/?#@]+[/?#]\S*$/.test(query) ? `https://${query}` : query;
  const parsed = parseDomainName(url, { form: 'name-or-url', reserved: true });
  return parsed.ok ? parsed.domain : null;
}

/** Parses words and phrases. A word such as "e-commerce" is a phrase. */
function parseOperators(text: string): Clause[][] {
  const clauses: Clause[][] = [[]];
  for (const [token, minus, quoted, bare] of text.matchAll(/(?<!\S)(-)?(?:"([^"]*)"?|(\S+))|"([^"]*)"?/g)) {
    const words = splitWords(quoted ?? bare ?? token).slice(0, MAX_WORDS);
    if (/^or$/i.test(token)) clauses.push([]);
    else if (words.length > 0) clauses.at(-1)?.push({ words, isExcluded: minus !== undefined });
  }
  return clauses.filter(({ length }) => length > 0).slice(0, MAX_WORDS);
}

export function listLexemes(terms: readonly Term[]): string[] {
  return [...new Set(terms.flatMap(({ stems }) => stems))];
}

/** Renders the `tsquery` of a query. Empty for an empty query. */
export function toTsquery({ terms, clauses, name }: SearchQuery, scope: SearchScope): string {
  const toClause = ({ words: [word = '', ...others], isExcluded }: Clause) => {
    const phrase = [word, ...others].map((one) => `'${toStem(one)}'${scope === 'record' ? ':AB' : ''}`).join(' <-> ');
    return `${isExcluded ? '!' : ''}(${others.length > 0 ? phrase : anyStem([toStem(word)], scope)})`;
  };
  if (clauses.length > 0) return clauses.map((all) => `(${all.map(toClause).join(' & ')})`).join(' | ');
  const all = terms.map(({ stems }) => anyStem(stems, scope)).join(' & ');
  const named = name === null ? '' : `'${NAME}${name}':*`;
  return [all && `(${all})`, named].filter(Boolean).join(' | ');
}

/** Renders the `tsquery` of sites that have a rare word of a query. The rarest stems together have about `most` sites. */
export function partsTsquery(terms: readonly Term[], scope: SearchScope, words: WordList, most: number): string {
  const rarest: string[] = [];
  let sites = 0;
  for (const stem of listLexemes(terms).toSorted((a, b) => words.sitesWith(a) - words.sitesWith(b))) {
    sites += words.sitesWith(stem);
    if (rarest.length === 0 || sites <= most) rarest.push(stem);
  }
  return rarest.length === 0 ? '' : anyStem(rarest, scope);
}

function anyStem(stems: readonly string[], scope: SearchScope): string {
  return `(${stems.map((stem) => `'${scope === 'record' ? IN_RECORD : ''}${stem}'`).join(' | ')})`;
}
