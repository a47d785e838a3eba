/** Normalizes a URL and removes its fragment. Returns other text unchanged. */
export function requestUrlOf(text: string): string {
  const url = URL.parse(text);
  if (url) url.hash = '';
  return url?.href ?? text;
}
