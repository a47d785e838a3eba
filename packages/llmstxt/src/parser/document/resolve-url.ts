import { HYPHEN, isDigit, PERIOD, SLASH } from '../characters.ts';
import { parseUrl } from '../parse-url.ts';

/** Turns a link's target into an absolute URL; null when it cannot be one. */
export type ResolveUrl = (href: string) => string | null;

/** Resolves against `base`, the file's own URL. */
export function createUrlResolver(base: string | null): ResolveUrl {
  const parsed = base === null ? undefined : (parseUrl(base) ?? undefined);
  return (href) => {
    if (isNormalized(href)) return href;
    const trimmed = href.trim();
    return trimmed === '' ? null : (parseUrl(trimmed, parsed)?.href ?? null);
  };
}

/**
 * True for an address that the URL parser would give back unchanged: most are, and asking it costs more than reading
 * the line. `https://`, a lower-case host, a slash, and a path of unreserved characters without `/.`.
 */
function isNormalized(href: string): boolean {
  if (!href.startsWith('https://')) return false;
  let at = 8;
  let letters = false;
  for (; at < href.length; at++) {
    const code = href.charCodeAt(at);
    if (code === SLASH) break;
    if (code > 96 && code < 123) letters = true;
    else if (code !== HYPHEN && code !== PERIOD && !isDigit(code)) return false;
  }
  // Hosts of digits and dots, and Punycode, are the URL parser's business.
  if (!letters || at >= href.length || href.charCodeAt(at - 1) === PERIOD || href.startsWith('xn--', 8)) return false;
  const lastLabel = href.lastIndexOf('.', at) + 1;
  const last = href.charCodeAt(lastLabel);
  if (lastLabel < 9 || last < 97 || last > 122 || href.includes('.xn--')) return false;
  for (at++; at < href.length; at++) {
    const code = href.charCodeAt(at);
    if (code > 96 && code < 123) continue;
    if (code === PERIOD && href.charCodeAt(at - 1) === SLASH) return false;
    if (!isUnreserved(code)) return false;
  }
  return true;
}

function isUnreserved(code: number): boolean {
  // - . / 0-9 A-Z _ ~ = & + , : @ ; ( ) * ! $
  if (code > 43 && code < 60) return true;
  if (code > 63 && code < 91) return true;
  return code === 95 || code === 126 || code === 61 || code === 38 || code === 43 || code === 40 || code === 41;
}
