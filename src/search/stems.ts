import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { SCRIPTS } from './languages.ts';
import { isUnspaced } from './words.ts';

/** Snowball's stemmers of other languages than English, by ISO 639-1 code. https://snowballstem.org/algorithms/ */
const STEMMERS: Readonly<Record<string, (word: string) => string>> = {
  ar: arabic,
  da: danish,
  de: german,
  el: greek,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
};
const OF_LATIN_SCRIPT = Object.keys(STEMMERS).filter((code) => SCRIPTS.every(([other]) => other !== code));
/** Stands before a stem that is not an English word as it stands in the text: nobody who types a word means it. */
const STEM = '~';
/** A shorter stem says nothing. */
const MIN_STEM = 2;
/** Longer words of scripts without spaces are compounds: 日本語 is found by 日本. */
const MAX_SIMPLE_WORD = 2;

/** Words that are remembered with their lexemes, because texts of all sites share most of theirs: some 10 MB. */
const MAX_REMEMBERED = 50_000;
const remembered = new Map<string, ReadonlySet<string>>();

/** What a word of a text is found by: itself, and its stems in English and in the text's language, a tag as in RFC 5646. */
export function lexemesOfText(word: string, language: string): ReadonlySet<string> {
  const code = language.replace(/-.*/, '').toLowerCase();
  const stemmer = Object.hasOwn(STEMMERS, code) ? STEMMERS[code] : undefined;
  const key = stemmer === undefined ? word : `${code} ${word}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const lexemes = makeLexemes(word, stemmer);
  remembered.set(key, lexemes);
  return lexemes;
}

/** What all forms of a word have in common: payment and payments. Of other languages than English the word itself, mostly. */
export function stemOf(word: string): string {
  const stem = english(word);
  return stem.length < MIN_STEM ? word : stem;
}

function makeLexemes(word: string, stemmer: ((word: string) => string) | undefined): Set<string> {
  const lexemes = new Set([word]);
  const stem = english(word);
  if (stem !== word) add(lexemes, stem);
  if (stemmer !== undefined) add(lexemes, stemmer(word));
  if (isUnspaced(word) && word.length > MAX_SIMPLE_WORD) {
    for (let at = 0; at + 2 <= word.length; at++) lexemes.add(word.slice(at, at + 2));
  }
  return lexemes;
}

/** What a word of a query finds: itself, and all words with its stem in English or in any language that it may be written in. */
export function lexemesOfQuery(word: string): Set<string> {
  const lexemes = lexemesOfEnglish(word);
  const script = SCRIPTS.find(([, letters]) => letters.test(word));
  for (const language of script === undefined ? OF_LATIN_SCRIPT : [script[0]]) {
    add(lexemes, STEMMERS[language]?.(word) ?? word);
  }
  return lexemes;
}

/** What an English word finds. */
export function lexemesOfEnglish(word: string): Set<string> {
  const stem = english(word);
  const lexemes = new Set([word]);
  if (stem.length >= MIN_STEM) lexemes.add(stem);
  add(lexemes, stem);
  return lexemes;
}

function add(lexemes: Set<string>, stem: string): void {
  if (stem.length >= MIN_STEM) lexemes.add(STEM + stem);
}
