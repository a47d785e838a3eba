/** Are two texts the same but for spaces and line ends? */
export function isSameText(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && normalizeSpaces(a) === normalizeSpaces(b));
}

function normalizeSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
