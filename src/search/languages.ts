import { foldText } from './words.ts';

/**
 * The most frequent words of languages, by ISO 639-1 code: they tell a text's language, and say nothing about what somebody looks for.
 */
const FREQUENT_WORDS: Readonly<Record<string, string>> = {
  en: 'a an and are as at be but by can do does for from has have how i in is it its me my not of on or our that the their this to was we what when where which who why will with you your',
  da: 'og det en et som for på med er af til din vi du den der',
  de: 'und der die das den dem des ein eine einen einer ist mit von für zu auf im sich nicht auch wir sie ihre bei oder als',
  es: 'y el la los las un una de del en es para con por que su sus se al como más o',
  fi: 'ja on ei se että kun sekä tai myös',
  fr: 'et le la les des un une du de en est pour dans que qui sur avec vous nos votre notre au aux ou par',
  hu: 'és a az egy hogy nem is van vagy',
  it: 'e il lo la i gli le un una di del della in è per con che su nel alla dei',
  nl: 'en de het een van voor met op in is zijn aan uw wij je bij ook naar of',
  no: 'og det en et som for på med er av til din vi du den',
  pt: 'e o a os as um uma de do da dos das em no na para com por que seu sua é ao',
  ro: 'și de la în cu pentru un o din pe sau este',
  sv: 'och att det en ett som för på med är av till din vi du den',
  tr: 've bir bu için ile de da olarak en',
};
/** Of each of these words the languages that it is frequent in. */
const LANGUAGES = new Map<string, string[]>();
for (const [language, words] of Object.entries(FREQUENT_WORDS)) {
  for (const word of new Set(foldText(words).split(' ')))
    LANGUAGES.set(word, [...(LANGUAGES.get(word) ?? []), language]);
}
/** Languages that a script stands for, as the one with a stemmer that is written in it. */
export const SCRIPTS = [
  ['ru', /\p{Script=Cyrillic}/u],
  ['el', /\p{Script=Greek}/u],
  ['ar', /\p{Script=Arabic}/u],
] as const;

/** Characters of a text that are looked at. */
const SAMPLE_CHARACTERS = 4_000;
/** A script that has this share of a text is the text's own, not a quotation. */
const SHARE_OF_SCRIPT = 0.2;

/** The language that a text seems to be written in; English where nothing tells. */
export function languageOf(text: string): string {
  const sample = foldText(text.slice(0, SAMPLE_CHARACTERS));
  const script = SCRIPTS.find(([, letters]) => sample.split(letters).length - 1 > sample.length * SHARE_OF_SCRIPT);
  if (script !== undefined) return script[0];
  const counts = new Map(Object.keys(FREQUENT_WORDS).map((language) => [language, 0]));
  for (const word of sample.split(/[^\p{L}\p{M}]+/u)) {
    for (const language of LANGUAGES.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Is this one of the most frequent words of some language? */
export function isFrequentWord(word: string): boolean {
  return LANGUAGES.has(word);
}
