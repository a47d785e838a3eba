/**
 * Characters with the same meaning with and without an escape: unreserved characters (RFC 3986 §6.2.2.2), characters
 * that `encodeURIComponent` keeps and Markdown writers escape, and characters that `encodeURIComponent`
 * escapes and paths keep.
 */
const PLAIN = /[\w.~!'()*@:,-]/;

/**
 * Normalizes an absolute URL, or a part of one, from the URL parser (RFC 3986 §6.2.2). The result leads to the same
 * page.
 */
export function normalizeUrl(url: string): string {
  if (!url.includes('%')) return url;
  return url.replace(/%[\da-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return PLAIN.test(character) ? character : escaped.toUpperCase();
  });
}

/** Escapes the parentheses of a URL, because common parsers end a link at the first closing one. */
export function escapeParentheses(url: string): string {
  return url.replaceAll('(', '%28').replaceAll(')', '%29');
}
