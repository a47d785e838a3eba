/**
 * The most frequent words of languages by ISO 639-1 code, which identify no subject. Words before the last `|` never end a name,
 * sentence or note: first articles, which precede none of these words, then prepositions, which precede only articles of these
 * words, then others.
 */
const BY_LANGUAGE = {
  en: 'the an your our my their its|of from for by to with|and or as|is are a any at be been but can could does each had has have he her his how i if in into it itself just may me not off on only other out over own she should so some such than that them then there these they this those too under up us very was we were what when where which while who whom why will would you also about all both between during after before because through more most',
  da: '|||og det på med er af til din vi',
  de: 'der dem den des im am zum zur||und die das oder von mit ein eine einen für|einer ist zu auf sich nicht auch wir sie ihre bei als wie aus sind wird werden haben hat nach über dass es ich unser unsere ihr kann können',
  es: 'el del un||la los las de una con en por su sus para que|y se como más o son nuestra nuestro tu sobre desde este esta',
  fi: '|||ja ei että kun sekä tai myös',
  fr: 'la le les des du au aux notre votre nos vos|de dans|et un une avec pour|est qui sur vous ou par ne pas plus ce cette ces sa ses elle sont nous leur comme',
  hu: '|||és az egy hogy nem vagy',
  it: 'il lo gli del della dei delle nel al alla||di un una per con|e è che sono non si come anche più degli',
  nl: 'het een||de en van met onze|voor op zijn aan uw wij je bij ook naar dat niet om te door',
  pl: '||do się dla od przez oraz|w z nie jest że jak po są',
  pt: 'os do da dos das no na||um uma de em com para por|seu sua é ao não mais nas são',
  ro: '|||și în cu pentru pe sau',
  ru: 'в на с для||и по к из от за|не что это как о или мы вы их его',
  sv: 'ett||och att en för som|är av till',
  tr: '|||ve bir bu için ile olarak',
};
const LISTS = Object.values(BY_LANGUAGE).map((lists) => lists.split('|').map((words) => words.match(/\S+/g) ?? []));

export const FREQUENT_WORDS: ReadonlySet<string> = new Set(LISTS.flat(2));

/** Articles, prepositions and other words of each language that never end a name, sentence or note. */
export const UNFINISHED = LISTS.map((lists) => lists.slice(0, -1));
