import { hasDomainOffer } from './domain-offer.ts';
import { visibleTexts } from './visible-text.ts';

/** Characters to check. Parked pages are small, and their content is at the beginning. */
const MAX_HEAD = 65_536;
/** Longest visible text of a page that only offers its domain. An article about domains is longer. */
const MAX_WORDS = 400;

/** Hosts that serve only parked pages, as the source of a script, frame or picture. A link proves nothing. */
const PARKING_SOURCE =
  /\bsrc=["']?(?:https?:)?\/\/(?:[\w-]{1,63}\.){0,5}(?:sedoparking\.com|parkingcrew\.net|bodis(?:cdn)?\.com|parklogic\.com|parkingpage\.namecheap\.com)\b/i;
const PARKING_SCRIPT =
  /\bsedoParkingUrl\b|\/parking-lander\/|\bwindow\.park\s*=|window\.location(?:\.href\s*=\s*|\.replace\()["']\/lander\b|\bdata-adblockkey=/i;

/**
 * Reports whether a web page advertises its domain, as parked or for sale. A long page is an article about domains,
 * or a market for them.
 */
export function isParkedPage(html: string): boolean {
  const head = html.slice(0, MAX_HEAD);
  const texts = visibleTexts(html);
  if (texts.reduce((sum, text) => sum + text.split(' ').length, 0) > MAX_WORDS) return false;
  return PARKING_SOURCE.test(head) || PARKING_SCRIPT.test(head) || texts.some(hasDomainOffer);
}
