const NAME = String.raw`"?[\p{L}\d-]+(?:\.[\p{L}\d-]+)+"?`;
const KIND = `(?:premium )?(?:domain(?: name)?|web ?site|site|web ?page|page)`;
const END = String.raw`\s*(?:[.!:|-]|$)`;

/**
 * Start of a sentence that advertises its domain. Articles use such words about other domains, in quotes or inside a
 * sentence.
 */
const OFFERS = [
  `(?:this ${KIND}|(?:the )?${KIND} ${NAME}|${NAME}(?: is an? ${KIND})?) (?:(?:is|has been|may be|might be) )?(?:(?:currently|now|available|listed|offered) )*(?:for sale(?!-)|parked\\b)`,
  `(?:this ${KIND}|(?:the )?domain(?: name)? ${NAME}) (?:has |is )?(?:expired|(?:recently )?been registered (?:with|at)\\b)`,
  `(?:premium )?domain(?: name)? (?:for sale|(?:is )?parked)${END}`,
  `(?:buy|purchase|acquire|inquire about|make an offer (?:for|on)) this domain(?: name)?(?: now| today| here)?${END}`,
  'parked domain\\b|sponsored listings displayed above',
  '(?:diese )?domain (?:ist |steht )?zum verkauf',
  '(?:ce )?(?:nom de )?domaine (?:est )?à vendre',
  '(?:este )?dominio (?:está )?en venta',
  '(?:questo )?dominio (?:è )?in vendita',
  '(?:deze )?domein(?:naam)? (?:is )?te koop',
  '[该此本]?域名.{0,10}出售',
  'домен (?:\\S+ )?прода[её]тся',
];
const OFFER = new RegExp(`^(?:${OFFERS.join('|')})`, 'iu');
/** Most characters of the start that are checked. */
const MAX_CHARS = 400;
const SENTENCE_END = /(?<=[.!?。！？]) /u;

/**
 * Reports whether a sentence of a text starts with an offer of its domain. The text has single spaces between words.
 */
export function hasDomainOffer(text: string): boolean {
  return text.split(SENTENCE_END).some((sentence) => OFFER.test(sentence.slice(0, MAX_CHARS)));
}
