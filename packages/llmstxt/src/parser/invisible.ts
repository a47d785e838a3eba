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

/** Reports whether a character has no width. At the line start, it hides the following mark from Markdown. */
export function hasNoWidth(code: number): boolean {
  return (
    code > 0xac &&
    (code === 0xad ||
      code === 0x61c ||
      code === 0x180e ||
      (code > 0x200a && code < 0x2010) ||
      (code > 0x2029 && code < 0x202f) ||
      (code > 0x205f && code < 0x206a) ||
      code === 0xfeff)
  );
}

/** Reports whether a space is not a space in Markdown: no-break, typographic, ideographic, or zero-width. */
export function isOddSpace(code: number): boolean {
  return code === 0xa0 || (code > 0x1fff && code < 0x200b) || code === 0x202f || code === 0x3000 || hasNoWidth(code);
}
