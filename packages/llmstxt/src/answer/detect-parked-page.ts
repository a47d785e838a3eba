import { collapseSpaces } from '../parser/collapse-spaces.ts';
import { isDomainOffer, splitSentences } from './domain-offer.ts';

/** Parked pages are small; what they load and say stands at their beginning. */
const MAX_HEAD = 65_536;
/** Visible text of a page that does nothing but offer its domain; an article about domains is longer. */
const MAX_WORDS = 400;

/** Hosts that serve parked pages and nothing else, as the source of a script, frame or picture. A link to them proves nothing. */
const PARKING_SOURCE =
  /\bsrc=["']?(?:https?:)?\/\/(?:[\w-]{1,63}\.){0,5}(?:sedoparking\.com|parkingcrew\.net|bodis(?:cdn)?\.com|parklogic\.com|parkingpage\.namecheap\.com)\b/i;
const PARKING_SCRIPT =
  /\bsedoParkingUrl\b|\/parking-lander\/|\bwindow\.park\s*=|window\.location(?:\.href\s*=\s*|\.replace\()["']\/lander\b|\bdata-adblockkey=/i;

/** In the title or the first heading: the page is about this. */
const TITLE =
  /(?:\bdomain(?: name)?\b.{0,80}\b(?:is|may be|available) (?:currently )?for sale\b|\b[\w-]{1,63}\.[a-z]{2,12} (?:is|may be) (?:currently )?(?:for sale|parked)\b|^(?:buy|purchase) (?:this |the )?domain\b|\bparked domain\b|\bdomain (?:is )?parked\b|\bdomain (?:ist |steht )?zum verkauf\b|\bdomaine (?:est )?à vendre\b|\bdominio (?:está )?en venta\b|\bdomein (?:is )?te koop\b|\bdominio in vendita\b|该域名.{0,10}出售|域名出售|домен (?:продаётся|продается))/i;

/**
 * Reports whether a web page advertises its own domain: parked, or for sale. A page of many words is an article about domains, or a
 * market for them.
 */
export function isParkedPage(html: string): boolean {
  const head = html.slice(0, MAX_HEAD);
  const texts = visibleTexts(html);
  if (texts.reduce((sum, text) => sum + text.split(' ').length, 0) > MAX_WORDS) return false;
  return (
    PARKING_SOURCE.test(head) ||
    PARKING_SCRIPT.test(head) ||
    TITLE.test(titleOf(head)) ||
    texts.some((text) => splitSentences(text).some(isDomainOffer))
  );
}

function titleOf(head: string): string {
  const texts = [/<title[^>]{0,200}>([^<]{0,300})/i, /<h1[^>]{0,400}>([^<]{0,300})/i].map(
    (pattern) => pattern.exec(head)?.[1] ?? '',
  );
  return texts.map(collapseSpaces).join('\n');
}

/** Approximately what a reader sees of the beginning of a page: no scripts, styles, comments or tags. */
export function visibleText(html: string): string {
  return visibleTexts(html).join(' ');
}

/** Tags within a sentence. */
const INLINE = /^\/?(?:b|em|font|i|mark|small|span|strong|u)$/;

/** The visible texts, one for each stretch without tags other than those of a sentence. */
function visibleTexts(html: string): string[] {
  const texts: string[] = [''];
  let hidden: string | null = null;
  for (const part of html.slice(0, MAX_HEAD).split('<')) {
    const end = part.indexOf('>');
    const name = /^\/?[a-z]+/i.exec(part)?.[0]?.toLowerCase() ?? '';
    if (hidden !== null) {
      if (name !== `/${hidden}`) continue;
      hidden = null;
    } else if (name === 'script' || name === 'style' || name === 'template') {
      hidden = name;
      continue;
    }
    const text = end === -1 ? '' : part.slice(end + 1);
    if (INLINE.test(name)) texts[texts.length - 1] += ` ${text}`;
    else texts.push(text);
  }
  return texts.map(collapseSpaces).filter((text) => text !== '');
}
