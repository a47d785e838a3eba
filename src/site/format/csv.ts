/** A cell that begins so is a formula to a spreadsheet; full-width characters too, in some languages. */
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * A line of RFC 4180. Null is an empty field, and an empty text is a quoted one; a list is its JSON. A text that a spreadsheet would
 * run as a formula gets an apostrophe in front.
 */
export function toCsvLine(values: readonly unknown[]): string {
  return `${values.map(toField).join(',')}\r\n`;
}

function toField(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value.replace(FORMULA_START, "'$&") : JSON.stringify(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
