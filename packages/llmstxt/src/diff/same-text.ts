/** A text without what spaces and line ends make different. */
export function normalizeSpaces(text: string | null): string | null {
  return text === null ? null : text.replace(/\s+/g, ' ').trim();
}

/** Are two texts the same but for spaces and line ends? */
export function isSameText(a: string | null, b: string | null): boolean {
  return normalizeSpaces(a) === normalizeSpaces(b);
}
