/**
 * Control characters except tab, line ends and form feed, hidden copies of ASCII except in flags, and characters
 * without a picture except joiners and variation selectors.
 */
export const INVISIBLE =
  /(?<![\u{1F3F4}\u{E0000}-\u{E007F}])[\u{E0000}-\u{E007F}]+|(?![\p{VS}\p{Join_C}\u{E0000}-\u{E007F}])[\0-\x08\x0B\x0E-\x1F\x7F-\x9F\uFFF9-\uFFFB\p{DI}]/gu;
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
    .replace(INVISIBLE, '')
    .slice(-1);
  const after = text
    .slice(at, at + MAX_RUN)
    .replace(INVISIBLE, '')
    .slice(0, 1);
  return (
    [before, after].every((character) => character !== '' && !NO_WORD.test(character)) && UNSPACED.test(before + after)
  );
}

/** Removes invisible characters, except zero-width spaces between words. */
export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE, (found, at: number) => (separatesWords(text, at) ? found : ''));
}

/** Further characters that hide a mark at the line start. */
const HIDES_MARK = /[\f\p{Join_C}\u2028\u2029]/u;
const ODD_SPACE = /[\p{Zs}\u2800]/u;

/** Reports whether a character has no width. At the line start, it hides the following mark from Markdown. */
export function hasNoWidth(code: number): boolean {
  const character = String.fromCharCode(code);
  return (code < 32 || code > 126) && (HIDES_MARK.test(character) || character.search(INVISIBLE) === 0);
}

/** Reports whether a space is not a space in Markdown: no-break, typographic, ideographic, or zero-width. */
export function isOddSpace(code: number): boolean {
  return hasNoWidth(code) || (code > 126 && ODD_SPACE.test(String.fromCharCode(code)));
}
