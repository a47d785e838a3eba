import { domainToUnicode } from 'node:url';
import type { PublicFacts } from '../directory/record.ts';
import type { SearchText } from './search-text.ts';
import { foldText, splitWords, toStem } from './words.ts';

/** Most distinct words of names, and of notes. */
const MAX_DISTINCT_WORDS = 400;
/**
 * Most positions of a lexeme. `ts_rank` counts each further position less. With 4, documents are larger and do not rank
 * better.
 */
const MAX_PLACES = 3;

/** Prefix of record words, so that the index can search records only. */
export const IN_RECORD = '=';
/** Prefix of a whole domain. */
export const NAME = '@';

/** Returns a domain as people type it. */
export function readableName(domain: string): string {
  return foldText(domainToUnicode(domain) || domain);
}

/**
 * Returns the search document of a site as `tsvector` text. Domain and title have weight A, summary, description and
 * tags B, section and link names C, prose and notes D.
 */
export function documentWords(
  {
    domain,
    title,
    summary,
    description,
    tags,
  }: Pick<PublicFacts, 'domain' | 'title' | 'summary' | 'description' | 'tags'>,
  { names, prose, notes }: SearchText,
): string {
  const places = new Map<string, string[]>();
  let place = 0;
  const add = (words: readonly string[], weight: 'A' | 'B' | 'C' | 'D') => {
    for (const word of words) {
      place += 1;
      const stem = toStem(word);
      const stemPlaces = places.get(stem) ?? [];
      if (stemPlaces.length < MAX_PLACES) places.set(stem, [...stemPlaces, `${place}${weight}`]);
    }
  };
  const name = readableName(domain);
  for (const text of [name, title]) add(splitWords(text ?? ''), 'A');
  for (const text of [summary, description, ...tags]) add(splitWords(text ?? ''), 'B');
  const inRecord = Array.from(places.keys(), (stem) => `'${IN_RECORD}${stem}'`);
  add(firstWords(names), 'C');
  add(splitWords(prose), 'D');
  add(firstWords(notes), 'D');
  const all = Array.from(places, ([stem, at]) => `'${stem}':${at.join(',')}`);
  return [`'${NAME}${name}'`, ...inRecord, ...all].join(' ');
}

/** Returns the words of texts in order, up to the first `MAX_DISTINCT_WORDS` distinct words. */
function firstWords(texts: readonly string[]): string[] {
  const words: string[] = [];
  const distinct = new Set<string>();
  for (const word of texts.flatMap(splitWords)) {
    if (distinct.add(word).size > MAX_DISTINCT_WORDS) break;
    words.push(word);
  }
  return words;
}
