/** Matches the start of a formula in a spreadsheet, including full-width characters. */
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * Formats a line of CSV (RFC 4180). Null becomes an empty field, an empty text becomes a quoted field, and a list becomes JSON.
 * Adds an apostrophe before text that a spreadsheet would run as a formula.
 */
export function toCsvLine(values: readonly unknown[]): string {
  return `${values.map(toField).join(',')}\r\n`;
}

function toField(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value.replace(FORMULA_START, "'$&") : JSON.stringify(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
