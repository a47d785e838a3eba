/** Returns the host of typed text, because people paste URLs and the API accepts names. */
export function hostOf(typed: string): string {
  const text = typed.trim();
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).hostname : text;
}
