/** Words of the common placeholder text. */
const LOREM =
  'lorem ipsum dolor amet consectetur adipiscing elit eiusmod tempor incididunt labore dolore magna aliqua veniam quis nostrud exercitation ullamco laboris nisi aliquip commodo consequat duis aute irure reprehenderit voluptate velit esse cillum fugiat nulla pariatur excepteur sint occaecat cupidatat proident sunt culpa officia deserunt mollit anim laborum'.split(
    ' ',
  );
const KNOWN = new RegExp(LOREM.join('|'), 'gi');
const WORD = /[\p{L}\p{M}]{3,}/gu;
/** Most words to read. */
const MAX_CHARACTERS = 20_000;
const MIN_WORDS = 20;
const MIN_SHARE = 0.3;

/** Reports whether a text is mostly "lorem ipsum". */
export function isPlaceholder(text: string): boolean {
  const head = text.slice(0, MAX_CHARACTERS);
  // Most texts contain too few of these words, even inside URLs and longer words.
  if ((head.match(KNOWN)?.length ?? 0) < MIN_WORDS) return false;
  const words =
    head
      .replace(/\]\([^)]*\)|https?:\/\/\S+/g, ' ')
      .toLowerCase()
      .match(WORD) ?? [];
  const known = words.filter((word) => LOREM.includes(word)).length;
  return known >= MIN_WORDS && known >= words.length * MIN_SHARE;
}
