/** Where the layout leaves room for the structured data of a page. No text of a site can spell it: in text its `<` is escaped, in attributes its quotes. */
export const JSON_LD_PLACE = '<script type="application/ld+json"></script>';

/**
 * Structured data as it stands in a script element: every character that could end the element, or start another, is
 * written as a JSON escape, so no text can leave the string it is in.
 */
export function renderJsonLd(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
