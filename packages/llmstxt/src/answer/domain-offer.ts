const NAME = String.raw`["'“«]?[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,4}["'”»]?`;
const KIND = String.raw`(?:premium\s)?(?:domain(?:\sname)?|web\s?site|site|web\s?page|page)`;
const STATE = String.raw`(?:(?:currently|now|available|listed|offered|up)\s){0,3}(?:for\ssale(?!-)|parked\b)`;

/**
 * A sentence in which a domain speaks of itself. An article says such words of other domains, in quotes or further inside a
 * sentence, so only the beginning of a sentence counts.
 */
const OFFERS = [
  `(?:this\\s${KIND}|(?:the\\s)?${KIND}\\s${NAME}|${NAME}(?:\\sis\\san?\\s${KIND})?)\\s(?:(?:is|has\\sbeen|may\\sbe|might\\sbe|could\\sbe)\\s)?${STATE}`,
  `(?:this\\s${KIND}|(?:the\\s)?domain(?:\\sname)?\\s${NAME})\\s(?:has\\s|is\\s)?(?:been\\s)?(?:expired\\b|(?:recently\\s)?been\\sregistered\\s(?:with|at)\\b)`,
  `(?:premium\\s)?domain(?:\\sname)?\\sfor\\ssale\\s*(?:[.!:|–—-]|$)`,
  `(?:buy|purchase|acquire|inquire\\sabout|make\\san\\soffer\\s(?:for|on))\\sthis\\sdomain(?:\\sname)?(?:\\s(?:now|today|here))?\\s*(?:[.!:]|$)`,
  'sponsored\\slistings\\sdisplayed\\sabove\\sare\\sserved',
  'diese\\sdomain\\s(?:ist|steht)\\szum\\sverkauf',
  'ce\\s(?:nom\\sde\\s)?domaine\\sest\\sà\\svendre',
  'este\\sdominio\\sestá\\s(?:en|à)\\sventa',
  'questo\\sdominio\\sè\\sin\\svendita',
  'dez?e\\sdomein(?:naam)?\\sis\\ste\\skoop',
  '[该此本]域名.{0,10}出售',
  'домен\\s(?:\\S{3,70}\\s)?прода[её]тся',
].join('|');
const OFFER = new RegExp(`^(?:${OFFERS})`, 'iu');
const SENTENCE_END = /(?<=[.!?。！？])\s+/u;

/** Reports whether a text, which begins with a sentence, begins with an offer of its own domain. */
export function isDomainOffer(text: string): boolean {
  return OFFER.test(text);
}

export function splitSentences(text: string): string[] {
  return text.split(SENTENCE_END);
}
