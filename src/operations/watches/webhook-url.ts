/** Normalizes a URL, and removes its fragment and the trailing dot of its host. Returns other text unchanged. */
export function toRequestUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  return url.href;
}
