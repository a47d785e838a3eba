/** Most frequent words of languages by ISO 639-1 code, which identify no subject. Each word is under one language. */
const BY_LANGUAGE = {
  en: 'a an and any are as at be been but by can could do does each for from had has have he her his how i if in into is it its itself just may me my no not of off on only or other our out over own she should so some such than that the their them then there these they this those to too under up us very was we were what when where which while who whom why will with would you your also about all both between during after before because through more most',
  da: 'og det en et som på med er af til din vi du den der',
  de: 'und die das dem des ein eine einen einer ist mit von für zu auf im sich nicht auch wir sie ihre bei oder als wie aus am zum zur sind wird werden haben hat nach über dass es ich unser unsere ihr kann können',
  es: 'y el la los las un una de del para con por que su sus se al como más o lo son nuestra nuestro tu sobre desde este esta',
  fi: 'ja ei että kun sekä tai myös',
  fr: 'le les une est pour dans qui sur avec vous nos votre notre au aux ou par ne pas plus ce cette ces sa ses il elle sont nous leur comme',
  hu: 'és az egy hogy nem van vagy',
  it: 'e gli di della è per che nel alla dei da sono non si come anche più delle degli',
  nl: 'het een voor met op zijn aan uw wij je bij ook naar dat niet om te onze door',
  pl: 'w na z się nie jest że dla jak od po przez oraz są',
  pt: 'os um uma dos em com seu sua é ao não mais nas são',
  ro: 'și în cu pentru pe sau',
  ru: 'и в на с по для не что это как от из к о за или мы вы их его',
  sv: 'och att ett för är av till',
  tr: 've bir bu için ile olarak',
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
  'и в на с по для к из от за',
].map((words) => new Set(words.split(' ')));
