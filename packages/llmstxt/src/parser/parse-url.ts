/** A URL, or null. Not `URL.parse`, which Node 20 and older browsers lack. */
export function parseUrl(url: string, base?: URL | string): URL | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}
