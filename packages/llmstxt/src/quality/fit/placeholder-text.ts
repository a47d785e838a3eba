/** The words of the placeholder text that printers and designers use. */
const LOREM = new Set(
  'lorem ipsum dolor amet consectetur adipiscing elit eiusmod tempor incididunt labore dolore magna aliqua veniam quis nostrud exercitation ullamco laboris nisi aliquip commodo consequat duis aute irure reprehenderit voluptate velit esse cillum fugiat nulla pariatur excepteur sint occaecat cupidatat proident sunt culpa officia deserunt mollit anim laborum'.split(
    ' ',
  ),
);
const WORD = /[\p{L}\p{M}]{3,}/gu;
/** Enough to judge a file. */
const MAX_CHARACTERS = 20_000;
const MIN_WORDS = 20;
const MIN_SHARE = 0.3;

/** Reports whether a text is mostly "lorem ipsum". */
export function isPlaceholder(text: string): boolean {
  const words =
    text
      .slice(0, MAX_CHARACTERS)
      .replace(/\]\([^)]*\)|https?:\/\/\S+/g, ' ')
      .toLowerCase()
      .match(WORD) ?? [];
  const known = words.filter((word) => LOREM.has(word)).length;
  return known >= MIN_WORDS && known >= words.length * MIN_SHARE;
}
