/**
 * Characters that mean the same with and without an escape: unreserved ones (RFC 3986 §6.2.2.2), and those that
 * `encodeURIComponent` leaves alone and Markdown writers escape.
 */
const PLAIN = /[\w.~!'()*-]/;

/** One spelling of an absolute URL, or a part of one, as the URL parser writes it (RFC 3986 §6.2.2). It leads to the same page. */
export function normalizeUrl(url: string): string {
  if (!url.includes('%')) return url;
  return url.replace(/%[\da-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return PLAIN.test(character) ? character : escaped.toUpperCase();
  });
}

/** The URL with parentheses escaped, because common parsers end a link at the first closing one. */
export function escapeParentheses(url: string): string {
  return url.replaceAll('(', '%28').replaceAll(')', '%29');
}
