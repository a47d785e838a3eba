/** The name in what was typed: the API takes names, people paste addresses. */
export function hostOf(typed: string): string {
  const text = typed.trim();
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).hostname : text;
}
