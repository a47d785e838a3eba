/** Matches a delay and a URL. Without a URL, a page reloads itself. */
const REFRESH = /^\s*[\d.]+(?:\s*[;,]|\s)\s*(?:url\s*=\s*|(?!url\s*=))(?:"([^"]+)|'([^']+)|([^"'\s].*))/is;

/**
 * Returns the URL in the content of a meta refresh, as written, or null.
 * https://html.spec.whatwg.org/#shared-declarative-refresh-steps
 */
export function findRefreshUrl(content: string): string | null {
  const [, ...urls] = REFRESH.exec(content) ?? [];
  return urls.find((url) => url !== undefined)?.trim() ?? null;
}
