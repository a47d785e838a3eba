import { parseUrl } from '../parse-url.ts';

/** Turns a link's target into an absolute URL; null when it cannot be one. */
export type ResolveUrl = (href: string) => string | null;

/** Resolves against `base`, the file's own URL. */
export function createUrlResolver(base: string | null): ResolveUrl {
  const parsed = base === null ? undefined : (parseUrl(base) ?? undefined);
  return (href) => {
    if (isNormalized(href)) return href;
    const trimmed = href.trim();
    return trimmed === '' ? null : hrefOf(parseUrl(trimmed, parsed));
  };
}

/** A URL is shown and requested by everybody, so it has no user name and no password. */
function hrefOf(url: URL | null): string | null {
  if (url === null) return null;
  if (/^https?:$/.test(url.protocol)) {
    url.username = '';
    url.password = '';
  }
  return url.href;
}

/** `https://`, a lower-case host whose last label begins with a letter, a slash, and a path of unreserved characters. */
const PLAIN = /^https:\/\/(?:[a-z\d-]+\.)+[a-z][a-z\d-]*\/[\w~.,\-/:;@=&+()]*$/;

/**
 * True for an address that the URL parser would give back unchanged: most are, and asking it costs more than reading
 * the line. Dots at the start of a path segment, and Punycode, are the URL parser's business.
 */
function isNormalized(href: string): boolean {
  return PLAIN.test(href) && !href.includes('/.') && !href.includes('xn--');
}
