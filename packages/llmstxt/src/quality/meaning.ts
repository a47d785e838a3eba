import { FREQUENT_WORDS } from '../frequent-words.ts';

/** Matches a run of letters in scripts that are split into words by one rule. */
const RUN =
  /[a-z]+[\p{L}\p{M}]*|[\p{Script=Han}々]+|[\p{Script=Katakana}ー]+|\p{Script=Hiragana}+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[\p{L}\p{M}]+/gu;
const HAN = /^[\p{Script=Han}々]/u;
const KANA = /^[\p{Script=Katakana}ー]/u;
const HIRAGANA = /^\p{Script=Hiragana}/u;
const IN_FOURS = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const HANGUL = /^\p{Script=Hangul}/u;
/** First character of the scripts that are not split at spaces, which is Thai. Hangul comes later. */
const FIRST_UNSPACED = 0x0e00;
/** Matches characters that may belong to a word beyond ASCII. Dashes, quotation marks and ellipses do not. */
const BEYOND_ASCII = /[^\0-\x7f\u2013-\u2016\u2018-\u2026]/;
const ASCII_WORD = /[a-z]+/g;

/**
 * Letters that the forms of a word share, such as payment and payments. Two Korean syllables suffice, because a syllable has
 * about three letters.
 */
const STEM = 5;
const STEM_HANGUL = 2;
/** Words per pair of ideographs, because a Chinese word has 1.7 characters on average. */
const HAN_WORD = 0.6;
const PAIR = 2;
const FOUR = 4;

const PLURAL = /(?<=[a-z]{2}[^s])s$/;

/** Words that distinguish no pages. */
const GENERAL =
  'page pages site sites website web information info learn read here click see view visit welcome home content details link links find get article post section seite seiten hier mehr página aquí ici'.split(
    ' ',
  );
const MEANINGLESS: ReadonlySet<string> = new Set([...FREQUENT_WORDS, ...GENERAL]);

/**
 * Returns the comparable units of a text. A unit is the start of a content word, or two or four characters in scripts
 * without spaces. Common words, numbers and Japanese grammar are left out.
 */
export function meaningUnits(text: string): string[] {
  const units: string[] = [];
  if (!BEYOND_ASCII.test(text)) {
    for (const word of text.toLowerCase().match(ASCII_WORD) ?? []) addWord(word, STEM, units);
    return units;
  }
  for (const run of text.normalize('NFKC').toLowerCase().match(RUN) ?? []) {
    if (run.charCodeAt(0) < FIRST_UNSPACED) addWord(run, STEM, units);
    else if (HAN.test(run)) addGrams(run, PAIR, units);
    else if (IN_FOURS.test(run)) addGrams(run, FOUR, units);
    else if (KANA.test(run)) units.push(run.slice(0, STEM));
    else if (!HIRAGANA.test(run)) addWord(run, HANGUL.test(run) ? STEM_HANGUL : STEM, units);
  }
  return units;
}

function addWord(word: string, stem: number, units: string[]): void {
  if (word.length < 2 || MEANINGLESS.has(word)) return;
  // The start of a longer word never includes the plural ending.
  units.push((word.length > STEM ? word : word.replace(PLURAL, '')).slice(0, stem));
}

function addGrams(run: string, size: number, units: string[]): void {
  if (run.length < size) units.push(run);
  for (let at = 0; at + size <= run.length; at++) units.push(run.slice(at, at + size));
}

/** Counts words and Japanese grammar that are not units. */
export function countGrammar(text: string): number {
  return (text.match(RUN) ?? []).filter((run) => meaningUnits(run).length === 0).length;
}

/** Returns the number of words per unit, because units overlap in scripts without spaces. */
export function computeWeight(unit: string): number {
  const code = unit.charCodeAt(0);
  if (code < FIRST_UNSPACED) return 1;
  if (HAN.test(unit)) return HAN_WORD;
  return IN_FOURS.test(unit) ? 1 / FOUR : 1;
}

export function weightOfAll(units: Iterable<string>): number {
  let weight = 0;
  for (const unit of units) weight += computeWeight(unit);
  return weight;
}
