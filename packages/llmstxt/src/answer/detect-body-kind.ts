import type { DetectedBody } from '../types/lint.ts';
import { isParkedPage } from './detect-parked-page.ts';
import { detectParkedText } from './detect-parked-text.ts';
import { detectTextKind } from './detect-text-kind.ts';

/** A bot wall shows itself in this many characters. */
const MAX_HEAD = 16_384;

/**
 * What a decoded body is, before any rule of the format is asked. When in doubt, it is an llms.txt.
 * @param url the file's own URL, which shows the links to its own site
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

/** What an HTML page at the file's URL usually is. */
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

/** True for a page that a bot wall puts in front of a site. */
export function isChallenge(text: string): boolean {
  return /cf-chl|challenge-platform|_Incapsula_Resource|<title>(?:Just a moment|Attention Required|Access denied|Verifying|Pardon Our Interruption|Robot Check|Request Rejected)|px-captcha|datadome|awsWafCookieDomainList|ddos-guard|sgcaptcha/i.test(
    text.slice(0, MAX_HEAD),
  );
}
