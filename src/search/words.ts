import { stemmer as english } from '@orama/stemmers/english';

/** Changes whenever a site has other words than before: what an older version has stored is then made anew. */
export const WORDS_VERSION = 2;

/** Longer runs are no words that somebody looks for: hashes, tokens, base64. */
const MAX_WORD_CHARACTERS = 60;
const RUN = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Accents matter to nobody who searches in these scripts; elsewhere a mark is part of a letter (й) or a vowel (Thai, Devanagari). */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;
/** Letters without a decomposition, as people type them who lack the key. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', ς: 'σ' };
/** Most texts have none of these characters, and are then folded by their case alone. */
const NOT_ASCII = /[^\0-\x7f]/;
const POSSESSIVE = /(?<=\p{L})['’]s(?![\p{L}\p{N}])/gu;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A text in the one spelling that is compared: without differences of case, width, ligatures (NFKC) and accents. */
export function foldText(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(/[ßæœøđłıς]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFKC');
}

/** Is a word written in a script without spaces between words? */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

/** The words of a text in order, folded; those of scripts without spaces as `Intl.Segmenter` cuts them. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const run of foldText(text).replace(POSSESSIVE, '').match(RUN) ?? []) {
    if (isUnspaced(run)) words.push(...Array.from(segmenter.segment(run), ({ segment }) => segment));
    else words.push(run);
  }
  return words.filter(({ length }) => length <= MAX_WORD_CHARACTERS);
}

/** A shorter stem says nothing. */
const MIN_STEM = 2;
/** Sites share most of their words: some 5 MB. */
const MAX_REMEMBERED = 50_000;
const stems = new Map<string, string>();

/** What all forms of an English word have in common: payment and payments. Most words of other languages are their own stem. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MAX_REMEMBERED) stems.clear();
  const made = english(word);
  const stem = made.length < MIN_STEM ? word : made;
  stems.set(word, stem);
  return stem;
}
