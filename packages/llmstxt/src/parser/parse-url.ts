/** Parses a URL. Returns null for an invalid URL. `URL.parse` is missing in Node 20 and older browsers. */
export function parseUrl(url: string, base?: URL | string): URL | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}
