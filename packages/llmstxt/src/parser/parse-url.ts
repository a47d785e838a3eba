/** Parses a URL. Returns null for an invalid URL. `URL.parse` is missing in Node 20 and older browsers. */
export function parseUrl(url: string, base?: URL | string): URL | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}

/** Matches `https://`, a lowercase host whose last label starts with a letter, a slash, and a path of unreserved characters. */
const PLAIN = /^https:\/\/(?:[a-z\d-]+\.)+[a-z][a-z\d-]*\/[\w~.,\-/:;@=&+()]*$/;
const HOST_START = 'https://'.length;

/**
 * Reports whether the URL parser would return a URL unchanged. Most URLs are, and parsing costs more than reading the
 * line. The URL parser handles dot segments and Punycode.
 */
export function isNormalized(href: string): boolean {
  return PLAIN.test(href) && !href.includes('/.') && !href.includes('xn--');
}

/** Returns the host and the path of a URL, or null for an invalid URL. */
export function readLocation(url: string): Pick<URL, 'hostname' | 'pathname'> | null {
  if (!isNormalized(url)) return parseUrl(url);
  const path = url.indexOf('/', HOST_START);
  return { hostname: url.slice(HOST_START, path), pathname: url.slice(path) };
}
