/** A line of RFC 4180. Null is an empty field, and an empty text is a quoted one; a list is its JSON. */
export function toCsvLine(values: readonly unknown[]): string {
  return `${values.map(toField).join(',')}\r\n`;
}

function toField(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
