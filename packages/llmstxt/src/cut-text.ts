/** Matches the last word and its space. A word of more than 24 code units is cut inside. */
const LAST_WORD = /\s\S{0,24}$/;

/**
 * Cuts a text to `maxCharacters` UTF-16 code units, the last one "…". Cuts at the end of a word if one is near, and
 * never inside a surrogate pair.
 */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const end = text.slice(0, maxCharacters).search(LAST_WORD);
  const kept = end > 0 ? text.slice(0, end) : text.slice(0, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.trimEnd()}…`;
}
