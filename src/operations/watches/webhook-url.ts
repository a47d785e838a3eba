/** Returns the URL that a text means, or the text. A fragment is never requested. */
export function requestUrlOf(text: string): string {
  const url = URL.parse(text);
  if (url) url.hash = '';
  return url?.href ?? text;
}
