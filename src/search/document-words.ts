import { domainToUnicode } from 'node:url';
import type { FileLink } from './file-links.ts';
import type { SearchText } from './search-text.ts';
import { foldText, stemOf, wordsOf } from './words.ts';

/** Distinct words of section and link names, and of link notes, that are searched. */
const MAX_NAME_WORDS = 400;
const MAX_NOTE_WORDS = 400;
/** Of the links in further files of the owner. */
const MAX_NESTED_WORDS = 200;
/** Between two texts: no phrase begins in one and ends in the other. */
const GAP = 10;
/** PostgreSQL keeps no larger place in a text. */
const MAX_PLACE = 16_383;
/** Places of a lexeme that are kept: `ts_rank` counts each further one less. With 8, documents are a tenth larger and rank no better. */
const MAX_PLACES = 4;

/** What the record says of a site. */
export interface SiteRecord {
  readonly domain: string;
  readonly title: string | null;
  readonly summary: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
}

/** Stands before the words of the record: a search of records alone asks for these, so that the index answers it. */
export const IN_RECORD = '=';
/** Stands before the whole name of a domain, as it is read. */
export const NAME = '@';

/** The name of a domain as people read and type it. */
export function readableName(domain: string): string {
  return foldText(domainToUnicode(domain) || domain);
}

/**
 * What a site is searched by, as the text of a `tsvector`: domain and title with weight A, summary, description and tags with B, names
 * of sections and links with C, prose and notes with D. `nested`: links of further files.
 */
export function documentWords(
  { domain, title, summary, description, tags }: SiteRecord,
  file: SearchText,
  nested: readonly FileLink[] = [],
): string {
  const places = new Map<string, string[]>();
  let place = 0;
  const add = (words: Iterable<string>, weight: 'A' | 'B' | 'C' | 'D') => {
    for (const word of words) {
      place = Math.min(place + 1, MAX_PLACE);
      const stem = stemOf(word);
      const known = places.get(stem);
      if (known === undefined) places.set(stem, [`${place}${weight}`]);
      else if (known.length < MAX_PLACES) known.push(`${place}${weight}`);
    }
    place = Math.min(place + GAP, MAX_PLACE);
  };
  const name = readableName(domain);
  add(wordsOf(name), 'A');
  add(wordsOf(title ?? ''), 'A');
  for (const text of [summary, description, ...tags]) add(wordsOf(text ?? ''), 'B');
  const inRecord = Array.from(places.keys(), (stem) => `'${IN_RECORD}${stem}'`);
  add(firstWords(file.names, MAX_NAME_WORDS), 'C');
  add(
    firstWords(
      nested.flatMap((link) => [link.title, link.section ?? '']),
      MAX_NESTED_WORDS,
    ),
    'C',
  );
  add(wordsOf(file.prose), 'D');
  add(firstWords(file.notes, MAX_NOTE_WORDS), 'D');
  return [`'${NAME}${name}'`, ...inRecord, ...Array.from(places, ([stem, at]) => `'${stem}':${at.join(',')}`)].join(
    ' ',
  );
}

/** The words of some texts, in order, until there are so many distinct ones. */
function firstWords(texts: readonly string[], most: number): string[] {
  const words: string[] = [];
  const distinct = new Set<string>();
  for (const text of texts) {
    for (const word of wordsOf(text)) {
      distinct.add(word);
      if (distinct.size > most) return words;
      words.push(word);
    }
  }
  return words;
}
