/** Zero-width spaces and direction marks. They are invisible and can disable a Markdown mark. */
const ZERO_WIDTH = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Java}\p{sc=Bali}\p{sc=Lana}\p{sc=Talu}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
const NO_WORD = /[\s[\]()<>#*_`]/;
/** Most characters searched for the neighbor of a zero-width space. */
const MAX_RUN = 8;

/** Reports whether the zero-width space at `at` separates two words of a script without spaces. */
export function separatesWords(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 0x200b) return false;
  const before = text
    .slice(Math.max(0, at - MAX_RUN), at)
    .replace(ZERO_WIDTH, '')
    .slice(-1);
  const after = text
    .slice(at, at + MAX_RUN)
    .replace(ZERO_WIDTH, '')
    .slice(0, 1);
  return (
    [before, after].every((character) => character !== '' && !NO_WORD.test(character)) && UNSPACED.test(before + after)
  );
}

/** Removes zero-width spaces and direction marks, except between words. */
export function removeInvisible(text: string): string {
  return text.replace(ZERO_WIDTH, (found, at: number) => (separatesWords(text, at) ? found : ''));
}

/** Controls, characters without a picture except variation selectors, and separators of lines. */
const NO_WIDTH = /(?!\p{VS})[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\p{DI}\u2028\u2029]/u;
const ODD_SPACE = /[\p{Zs}\u2800]/u;

/** Reports whether a character has no width. At the line start, it hides the following mark from Markdown. */
export function hasNoWidth(code: number): boolean {
  return (code < 32 || code > 126) && NO_WIDTH.test(String.fromCharCode(code));
}

/** Reports whether a space is not a space in Markdown: no-break, typographic, ideographic, or zero-width. */
export function isOddSpace(code: number): boolean {
  return hasNoWidth(code) || (code > 0x9f && ODD_SPACE.test(String.fromCharCode(code)));
}
