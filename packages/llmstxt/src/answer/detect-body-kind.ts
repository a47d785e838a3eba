import type { DetectedBody } from '../types/lint.ts';
import { isParkedPage } from './detect-parked-page.ts';
import { detectParkedText } from './detect-parked-text.ts';
import { detectTextKind } from './detect-text-kind.ts';
import { visibleText } from './visible-text.ts';

/** Characters in which a bot wall is detected. */
const MAX_HEAD = 16_384;

/**
 * Detects the kind of a decoded body, before the rules. In doubt, returns the kind of an llms.txt.
 * @param url URL of the file, which identifies links to its site
 */
export function detectBodyKind(text: string, url?: string): DetectedBody {
  const detected = detectTextKind(text, judgePage);
  const advert = detected.kind === 'llms' ? detectParkedText(text, url) : null;
  return advert === null ? detected : { kind: 'parked', looksLike: advert };
}

function judgePage(head: string, html: string): DetectedBody {
  if (!isChallenge(head) && isParkedPage(html))
    return { kind: 'parked', looksLike: 'a page that offers its own domain' };
  return { kind: 'html', looksLike: pageKind(head) };
}

/** Describes an HTML page at the file's URL. */
function pageKind(head: string): string {
  if (isChallenge(head)) return 'a bot check';
  if (
    /<title>[^<]{0,200}(?:404|not found|nicht gefunden|no encontrad|introuvable|não encontrad|存在しない|见つか|не найден)/i.test(
      head,
    )
  ) {
    return 'a "not found" page sent with status 200';
  }
  if (
    /<title>[^<]{0,200}(?:sign in|log ?in|anmelden|connexion|iniciar sesi)/i.test(head) ||
    /type=["']?password/i.test(head)
  ) {
    return 'a login page';
  }
  if (/<div id=["']?(?:root|app|__next|__nuxt|q-app|svelte)["']?[^>]{0,200}>\s*<\/div>|<app-root/i.test(head))
    return 'an app shell';
  return 'a web page';
}

const WALL_TITLE =
  /<title>(?:Just a moment|Attention Required|Access denied|Verifying|Pardon Our Interruption|Robot Check|Request Rejected|DDoS-Guard)/i;
/** Marks of bot walls. Cloudflare also adds `challenge-platform/scripts/jsd` to all pages of a site. */
const WALL_MARK =
  /cf-chl|challenge-platform(?!\/scripts\/jsd)|_Incapsula_Resource|px-captcha|captcha-delivery\.com|awsWafCookieDomainList|\.well-known\/(?:ddos-guard|sgcaptcha)/i;
/** Most visible words of a bot wall. A page with more words is a page of the site. */
const MAX_WALL_WORDS = 200;

/** Reports whether a page is a bot wall. */
export function isChallenge(text: string): boolean {
  const head = text.slice(0, MAX_HEAD);
  return WALL_TITLE.test(head) || (WALL_MARK.test(head) && visibleText(head).split(' ').length <= MAX_WALL_WORDS);
}
