/**
 * Returns the host of typed text, because people paste URLs and the API accepts names. Keeps a special port, and a URL with a
 * user, because the API refuses both.
 */
export function parseHost(typed: string): string {
  const text = typed.trim();
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text;
  const { username, password, host } = new URL(text);
  return username || password ? text : host;
}
