/**
 * The value as PostgreSQL can keep it: U+0000 and lone surrogates, which its text has no place for, become U+FFFD.
 * What sites publish reaches the store through here, so no page can make a row that is refused.
 */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD');
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storable(name), storable(member)]));
}
