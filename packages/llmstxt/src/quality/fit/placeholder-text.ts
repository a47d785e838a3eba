/** Words of the common placeholder text that no living language has. */
const LOREM =
  'lorem ipsum dolor amet consectetur adipiscing eiusmod incididunt labore dolore aliqua nostrud exercitation ullamco laboris aliquip commodo consequat reprehenderit voluptate cillum fugiat pariatur excepteur occaecat cupidatat proident deserunt laborum'.split(
    ' ',
  );
const KNOWN = new RegExp(LOREM.join('|'), 'gi');
const WORD = /[\p{L}\p{M}]{3,}/gu;
/** Most characters read. */
const MAX_CHARACTERS = 20_000;
const MIN_WORDS = 20;
const MIN_SHARE = 0.3;

/** Reports whether a text is mostly placeholder text. */
export function isPlaceholder(text: string): boolean {
  const head = text.slice(0, MAX_CHARACTERS);
  // Count first, because most texts contain too few of these words, even inside URLs and longer words.
  if ((head.match(KNOWN)?.length ?? 0) < MIN_WORDS) return false;
  const words =
    head
      .replace(/\]\([^)]*\)|https?:\/\/\S+/g, ' ')
      .toLowerCase()
      .match(WORD) ?? [];
  const known = words.filter((word) => LOREM.includes(word)).length;
  return known >= MIN_WORDS && known >= words.length * MIN_SHARE;
}
