/** Where the layout leaves room for the structured data of a page. Text from sites cannot contain it: its `<` is escaped. */
const PLACE = '<script type="application/ld+json"></script>';

/**
 * Puts structured data into a rendered page. Every character that could end the element, or start another, is written as
 * a JSON escape, so no text can leave the string it is in.
 */
export function embedJsonLd(html: string, data: unknown): string {
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const at = html.indexOf(PLACE);
  if (at < 0) return html;
  const inside = at + PLACE.indexOf('></script>') + 1;
  return html.slice(0, inside) + json + html.slice(inside);
}
