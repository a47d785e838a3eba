/** The most frequent words of languages by ISO 639-1 code. They do not identify a subject. */
const BY_LANGUAGE = {
  en: 'a an and any are as at be been but by can could do does each for from had has have he her his how i if in into is it its itself just may me my no not of off on only or other our out over own she should so some such than that the their them then there these they this those to too under up us very was we were what when where which while who whom why will with would you your also about all both between during after before because through more most',
  da: 'og det en et som for på med er af til din vi du den der',
  de: 'und der die das den dem des ein eine einen einer ist mit von für zu auf im sich nicht auch wir sie ihre bei oder als wie aus an am zum zur sind wird werden haben hat nach über dass es ich unser unsere ihr kann können',
  es: 'y el la los las un una de del en es para con por que su sus se al como más o lo no son nuestra nuestro tu sobre desde este esta',
  fi: 'ja on ei se että kun sekä tai myös',
  fr: 'et le la les des un une du de en est pour dans que qui sur avec vous nos votre notre au aux ou par ne pas plus ce cette ces sa son ses il elle sont se nous leur comme',
  hu: 'és a az egy hogy nem is van vagy',
  it: 'e il lo la i gli le un una di del della in è per con che su nel alla dei da al sono non si come anche più delle degli',
  nl: 'en de het een van voor met op in is zijn aan uw wij je bij ook naar of dat die niet om te onze door als er',
  no: 'og det en et som for på med er av til din vi du den',
  pl: 'i w na z do się nie to jest o że dla jak od po przez oraz są',
  pt: 'e o a os as um uma de do da dos das em no na para com por que seu sua é ao não mais se como ou nos nas são',
  ro: 'și de la în cu pentru un o din pe sau este',
  ru: 'и в на с по для не что это как от из к о за или мы вы их его',
  sv: 'och att det en ett som för på med är av till din vi du den',
  tr: 've bir bu için ile de da olarak en',
};

export const FREQUENT_WORDS: ReadonlySet<string> = new Set(
  Object.values(BY_LANGUAGE).flatMap((words) => words.split(' ')),
);

/** Words by language that never end a name, sentence or note. */
export const NEVER_LAST: readonly ReadonlySet<string>[] = [
  'the an and or of your our my their its from with to is are for by as',
  'und der die das dem den des oder von mit ein eine einen im am zur zum für',
  'el la los las de del un una con en por su sus para que',
  'le la les de des du et un une au aux avec pour notre votre nos vos dans',
  'il lo la gli di del della dei delle un una per con nel al alla',
  'het de een van en met onze',
  'os um uma de do da dos das em no na com para por',
  'och att ett en för som',
  'do się dla od przez oraz',
].map((words) => new Set(words.split(' ')));
