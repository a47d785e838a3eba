/** Host name, whose last label starts with a letter, unlike the number in `Vol.2`. */
const NAME = String.raw`"?(?:[\p{L}\d-]+\.)+\p{L}[\p{L}\d-]+"?`;
const KIND = `(?:premium )?(?:domain(?: name)?|web ?site|site|web ?page|page)`;
const END = String.raw`\s*(?:[.!:|-]|$)`;
/** "The domain" and "for sale" in other languages that use Latin letters. A French "domaine" without a name is an estate. */
const FOREIGN_KIND = String.raw`(?!(?:le )?domaine (?!${NAME}))(?:(?:diese|die|ce|le|este|el|o|questo|il|deze|de|ta) )?(?:nom de )?dom[aeií]\p{L}+(?: ${NAME})?`;
const FOREIGN_OFFER = String.raw`(?:(?:ist|steht|est|está|è|is|jest|är|er) )?(?:zum verkauf|à vend(?:re|a)|en venta|in vendita|te koop|na sprzedaż|till salu|til salg)(?!\p{L})`;

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
  `the owner of (?:this domain|(?:the domain )?${NAME}) is offering it for sale`,
  `(?:${FOREIGN_KIND}|${NAME}) ${FOREIGN_OFFER}`,
  '[该該此本这這]?(?:域名|網域(?:名稱)?).{0,10}出售',
  '(?:この)?ドメイン名?[はが]?.{0,10}(?:販売中|売り出|売りに出|売却)',
  '(?:이 )?도메인[은이]? .{0,8}판매',
  '(?:(?:этот|данный|цей) )?домен (?:\\S+ )?прода(?:[её]тся|[єе]ться)',
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
