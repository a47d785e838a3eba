/** Separators of a link and its notes: colons, hyphens, dashes, minus, bar, arrow. The first is the proposal's. */
const SEPARATORS = new Set(
  [...':\uFF1A-\u2010\u2011\u2012\u2013\u2014\u2015\u2212|\u2192'].map((mark) => mark.charCodeAt(0)),
);

export function isSeparator(code: number): boolean {
  return SEPARATORS.has(code);
}
