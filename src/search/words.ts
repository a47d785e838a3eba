import { stemmer as english } from '@orama/stemmers/english';
import { FREQUENT_WORDS } from '#llmstxt';

/** Version of the word rules. After a change, stored words are computed again. */
export const WORDS_VERSION = 8;

/** Longest word. Longer runs are hashes, tokens or base64. */
const MAX_WORD_CHARACTERS = 60;
const RUN = /[\p{L}\p{N}\p{M}]+/gu;
const OTHER_THAN_ASCII = /[^\0-\x7f]/;
/**
 * Matches marks in scripts whose accents are ignored. In other scripts, a mark is part of a letter (й) or a vowel (Thai,
 * Devanagari).
 */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;
/** Typed replacements of letters without a decomposition. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', ς: 'σ' };

/** Words of names that end or start with a sign. Without their sign, they would be a single letter or the end of a domain. */
const SIGNED: Readonly<Record<string, string>> = { 'c++': 'cpp', 'c#': 'csharp', 'f#': 'fsharp', '.net': 'dotnet' };
/** Matches these names, in any case. */
export const SIGNED_NAME = /\bc\+\+|\b[cf]#|(?<![\p{L}\p{N}])\.net\b/giu;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Folds a text for comparison: case, width, ligatures (NFKC) and accents. */
export function foldText(text: string): string {
  // Skip the code below, because most texts are ASCII.
  if (!OTHER_THAN_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(/[ßæœøđłıς]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFKC');
}

/** Splits a text into folded words, such as "csharp" for "C#". */
export function splitWords(text: string): string[] {
  const plain = foldText(text).replace(SIGNED_NAME, (name) => ` ${SIGNED[name]} `);
  const runs = plain.match(RUN) ?? [];
  return runs.flatMap(cutRun).filter(({ length }) => length <= MAX_WORD_CHARACTERS);
}

/** Splits a run of letters into words, because some scripts have no spaces. */
export function cutRun(run: string): readonly string[] {
  // Skip ASCII, because the segmenter is slow.
  if (!OTHER_THAN_ASCII.test(run)) return [run];
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
}

const FREQUENT = new Set(Array.from(FREQUENT_WORDS, foldText));

/** Reports whether a folded word is frequent in most texts. */
export function isFrequent(word: string): boolean {
  return FREQUENT.has(word);
}

/** Returns the words of a query or name that are not frequent, or all words if all are frequent. */
export function tellingWords(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !isFrequent(word));
  return telling.length > 0 ? telling : words;
}

/** Length of the shortest stemmed word. Shorter words are names ("aws", "ios"), and their stems match other words. */
const MIN_STEMMED = 4;
/** Most cached stems, about 5 MB. Sites share most words, and the cache makes stems six times as fast. */
const MAX_CACHED = 50_000;
const stems = new Map<string, string>();

/** Returns the English stem of a word, shared by payment and payments. Most words of other languages are unchanged. */
export function toStem(word: string): string {
  const cached = stems.get(word);
  if (cached !== undefined) return cached;
  if (stems.size >= MAX_CACHED) stems.clear();
  const stem = word.length < MIN_STEMMED ? word : english(word);
  stems.set(word, stem);
  return stem;
}
