const LIST = new Intl.ListFormat('en-GB');

/** Formats `a`, `a and b` or `a, b and c`. */
export function formatList(items: readonly (string | number)[]): string {
  return LIST.format(items.map(String));
}
