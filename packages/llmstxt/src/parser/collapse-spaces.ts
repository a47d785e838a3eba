/** Joins the words of a text with single spaces. */
export function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
