/** The words of a text on one line, a space between them. */
export function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
