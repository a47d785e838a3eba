/** Returns the requested path, still percent-encoded. Readers of a segment decode it once. */
export function toPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.indexOf('?', start);
  return url.slice(start, end === -1 ? undefined : end);
}

/** Returns the query, or an empty string. */
export function toQuery(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}
