import { domainWords } from './domain-words.ts';
import { languageOf } from './languages.ts';
import type { SearchText } from './search-text.ts';
import { lexemesOfText } from './stems.ts';
import { foldText, wordsOf } from './words.ts';

/** PostgreSQL's weights of lexemes, from the heaviest: A, B, C, D. */
type Weight = 'A' | 'B' | 'C' | 'D';

/** Distinct words of section and link names that are searched. */
const MAX_NAME_WORDS = 400;
/** Between two texts: no phrase begins in one and ends in the other. */
const GAP = 10;
/** PostgreSQL keeps no larger place in a text, and no more places of a lexeme. */
const MAX_PLACE = 16_383;
const MAX_PLACES = 255;
const HYPHENATED = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+(?![\p{L}\p{N}])/gu;

export interface SiteTexts {
  readonly domain: string;
  readonly title: string | null;
  readonly summary: string | null;
  /** What `<html lang>` says; null where nothing does. */
  readonly language: string | null;
}

/** What the record of a site is searched by, as the text of a `tsvector`: domain and title with weight A, summary with B. */
export function siteLexemes({ domain, title, summary, language }: SiteTexts): string {
  const titleWords = wordsOf(title ?? '');
  const summaryWords = wordsOf(summary ?? '');
  const spoken = language ?? languageOf(`${title} ${summary}`);
  return createLexemes(spoken)
    .add(domainWords(domain, new Set([...titleWords, ...summaryWords])), 'A')
    .add([...titleWords, ...joinedWords(title ?? '')], 'A')
    .add([...summaryWords, ...joinedWords(summary ?? '')], 'B')
    .toString();
}

/** What the members that an owner has set are searched by: the description with weight B, tags with A. */
export function ownerWords({
  description,
  tags,
}: {
  readonly description?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
}) {
  return {
    ...(description !== undefined && { description_words: ownerLexemes(description, 'B') }),
    ...(tags !== undefined && { tag_words: ownerLexemes(tags?.join(' ') ?? null, 'A') }),
  };
}

function ownerLexemes(text: string | null, weight: Weight): string | null {
  if (!text) return null;
  return createLexemes(languageOf(text))
    .add([...wordsOf(text), ...joinedWords(text)], weight)
    .toString();
}

/** What a file is searched by: the names of sections and links with weight C, prose with D. */
export function fileLexemes({ prose, names }: SearchText, language: string | null): string {
  const nameWords = new Set<string>();
  for (const name of names) {
    if (nameWords.size >= MAX_NAME_WORDS) break;
    for (const word of wordsOf(name)) nameWords.add(word);
  }
  return createLexemes(language ?? languageOf(`${prose} ${names.slice(0, 100).join(' ')}`))
    .add([...nameWords].slice(0, MAX_NAME_WORDS), 'C')
    .add([...wordsOf(prose), ...joinedWords(prose)], 'D')
    .toString();
}

/** "ecommerce" of "e-commerce": both are written. */
function joinedWords(text: string): string[] {
  return Array.from(foldText(text).matchAll(HYPHENATED), ([compound]) => compound.replaceAll('-', ''));
}

interface Lexemes {
  add(words: readonly string[], weight: Weight): Lexemes;
  toString(): string;
}

function createLexemes(language: string): Lexemes {
  const places = new Map<string, string[]>();
  let place = 0;
  return {
    add(words, weight) {
      for (const word of words) {
        place = Math.min(place + 1, MAX_PLACE);
        for (const lexeme of lexemesOfText(word, language)) {
          const known = places.get(lexeme);
          if (known === undefined) places.set(lexeme, [`${place}${weight}`]);
          else if (known.length < MAX_PLACES) known.push(`${place}${weight}`);
        }
      }
      place = Math.min(place + GAP, MAX_PLACE);
      return this;
    },
    toString: () => Array.from(places, ([lexeme, at]) => `'${lexeme}':${at.join(',')}`).join(' '),
  };
}
