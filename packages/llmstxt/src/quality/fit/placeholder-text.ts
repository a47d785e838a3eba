/** Words of the common placeholder text that no living language has. */
const KNOWN =
  /lorem|ipsum|dolor|amet|consectetur|adipiscing|eiusmod|incididunt|labore|aliqua|ullamco|laboris|aliquip|voluptate|cillum|pariatur|laborum/gi;
const WORD = /[\p{L}\p{M}]{3,}/gu;
const ADDRESS = /\]\([^)]*\)|https?:\/\/\S+/g;
/** Most characters read. */
const MAX_CHARACTERS = 20_000;
const MIN_WORDS = 20;
const MIN_SHARE = 0.2;

/** Reports whether a text is mostly placeholder text. */
export function isPlaceholder(text: string): boolean {
  const head = text.slice(0, MAX_CHARACTERS);
  const placeholders = head.match(KNOWN)?.length ?? 0;
  if (placeholders < MIN_WORDS) return false;
  const words = head.replace(ADDRESS, ' ').match(WORD) ?? [];
  return placeholders >= words.length * MIN_SHARE;
}
