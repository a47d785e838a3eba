/**
 * Returns the value in a form that PostgreSQL can store. U+0000 and lone surrogates become U+FFFD. All text of sites passes
 * through this function, so no page can cause a refused row.
 */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD');
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storable(name), storable(member)]));
}
