/** Matches the last word and its space. A word of more than 24 code units is cut inside. */
const LAST_WORD = /\s\S{0,24}$/;

/** Matches the last visible character: a letter with its accents, or joined emoji. The bounds keep the time linear. */
const LAST_CHARACTER = /(?:.\p{M}{0,9}\u200D){0,9}.\p{M}{0,9}$/su;

/**
 * Cuts a text to `maxCharacters` UTF-16 code units, the last one "…". Cuts at the end of a word if one is near, and
 * never inside a visible character.
 */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const start = text.slice(0, maxCharacters);
  const end = start.search(LAST_WORD);
  return `${start.slice(0, end > 0 ? end : start.search(LAST_CHARACTER)).trimEnd()}…`;
}
