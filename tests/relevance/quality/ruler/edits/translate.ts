/** Frequent English words with their replacements. */
const FREQUENT: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  de: words(
    'the die a eine an eine and und or oder of von to zu in in for für with mit on auf by von from aus is ist are sind your Ihre our unsere you Sie we wir this diese that dass how wie what was when wenn it es as als at bei be sein can können not nicht all alle more mehr about über which die their ihre its ihre has hat have haben',
  ),
  es: words(
    'the la a una an una and y or o of de to a in en for para with con on en by por from desde is es are son your su our nuestra you usted we nosotros this esta that que how cómo what qué when cuando it ello as como at en be ser can puede not no all todos more más about sobre which que their sus its su has tiene have tienen',
  ),
  ja: words(
    'the  a  an  and と or か of の to へ in で for のための with と on で by が from から is です are です your あなたの our 私たちの you あなた we 私たち this この that その how 方法 what 何 when とき it それ as として at で be である can できます not ない all すべて more もっと about について which その their その its その has あります have あります',
  ),
};
type Language = 'de' | 'es' | 'ja';

function words(pairs: string): Readonly<Record<string, string>> {
  const list = pairs.split(' ');
  return Object.fromEntries(list.flatMap((word, at) => (at % 2 === 0 ? [[word, list[at + 1] ?? '']] : [])));
}

const CONSONANTS = {
  de: 'b d f g h k l m n r s t w z sch st'.split(' '),
  es: 'b c d f g l ll m n p r rr s t v ñ'.split(' '),
};
const VOWELS = { de: 'a e i o u au ei ü'.split(' '), es: 'a e i o u ia ie ue'.split(' ') };
const SYLLABLES = 3;

/** First of the most used ideographs, which are adjacent. */
const FIRST_KANJI = 0x4e00;
const KANJI = 2_000;

/** Letters that the forms of a word share, such as payment and payments. */
const STEM = 5;
const PLURAL = /(?<=[a-z]{2}[^s])s$/;

/**
 * Imitates a lossless translation. Replaces each word by one other word, and its forms by forms of that word. URLs, code and
 * numbers stay. Japanese has no spaces between words.
 */
export function translate(text: string, language: Language): string {
  const parts = text.split(/(\]\([^)\s]*\)|https?:\/\/\S+|`[^`]*`|<[^>]*>)/);
  return parts.map((part, at) => (at % 2 === 1 ? part : translateWords(part, language))).join('');
}

function translateWords(text: string, language: Language): string {
  const translated = text.replace(/\p{L}[\p{L}\p{M}'’]*/gu, (word) => translateWord(word, language));
  return language === 'ja' ? translated.replace(/(?<=[\p{L}]) +(?=[\p{L}])/gu, '') : translated;
}

function translateWord(word: string, language: Language): string {
  const lower = word.toLowerCase();
  const frequent = FREQUENT[language][lower];
  if (frequent !== undefined) return frequent;
  // Keep product names.
  if (/^\p{Lu}{2,}$/u.test(word) || /\p{Ll}\p{Lu}/u.test(word)) return word;
  const hash = computeHash((lower.length > STEM ? lower : lower.replace(PLURAL, '')).slice(0, STEM));
  if (language === 'ja')
    return String.fromCodePoint(FIRST_KANJI + (hash % KANJI), FIRST_KANJI + (Math.floor(hash / KANJI) % KANJI));
  let rest = hash;
  const take = (list: readonly string[]) => {
    const taken = list[rest % list.length] ?? '';
    rest = Math.floor(rest / list.length);
    return taken;
  };
  const some = Array.from({ length: SYLLABLES }, () => take(CONSONANTS[language]) + take(VOWELS[language]));
  const made = some.join('') + lower.slice(STEM).slice(-1).replace('s', 'en');
  return word[0] === lower[0] ? made : made.charAt(0).toUpperCase() + made.slice(1);
}

/** Computes the FNV-1a hash. */
export function computeHash(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619) >>> 0;
  return hash;
}
