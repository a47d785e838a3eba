import { foldText } from './words.ts';

/** The most frequent words of languages by ISO 639-1 code. */
const FREQUENT_WORDS = {
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
const WORDS = new Set(Object.values(FREQUENT_WORDS).flatMap((words) => foldText(words).split(' ')));

/** Reports whether a word is among the most frequent of a language. Such words do not identify a query. */
export function isFrequentWord(word: string): boolean {
  return WORDS.has(word);
}

/** Returns the words of a query or name that are not frequent, or all if none remains. */
export function tellingWords(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !isFrequentWord(word));
  return telling.length > 0 ? telling : words;
}
