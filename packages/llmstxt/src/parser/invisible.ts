/**
 * Control characters except tab, line ends and form feed, hidden copies of ASCII except in flags, and characters
 * without a picture except joiners and variation selectors.
 */
export const INVISIBLE =
  /[\u034F\0-\x08\x0B\x0E-\x1F\x7F-\x9F\xAD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|(?<!\uDFF4|\uDB40[\uDC00-\uDC7F])(?:\uDB40[\uDC00-\uDC7F])+/g;
/** Scripts without spaces between words: Thai, Lao, Tibetan, Myanmar, Khmer, Tai, Balinese, Han, Kana, Javanese. */
const UNSPACED = /[\u0E00-\u109F\u1780-\u17FF\u1950-\u1AAF\u1B00-\u1B7F\u3040-\u30FF\u3400-\u9FFF\uA980-\uA9DF]/;
const PART_OF_WORD = /[^\s[\]()<>#*_`]/;
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
  return PART_OF_WORD.test(before) && PART_OF_WORD.test(after) && UNSPACED.test(before + after);
}

/** Removes invisible characters, except zero-width spaces between words. */
export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE, (found, at: number) => (separatesWords(text, at) ? found : ''));
}

/** Invisible characters, and spaces that are not spaces in Markdown: no-break, typographic, ideographic, Braille. */
export const NO_URL_CHARACTER = new RegExp(`${INVISIBLE.source}|[^\\S\\t-\\r ]|\\u2800`, 'g');

/** Further characters that hide a mark at the line start. */
const HIDES_MARK = /[\f\u2028\u2029\u200C\u200D]/;
const ODD_SPACE = /[\s\u2800]/;

/** Reports whether a character has no width. At the line start, it hides the following mark from Markdown. */
export function hasNoWidth(code: number): boolean {
  if (code > 31 && code < 127) return false;
  const character = String.fromCharCode(code);
  return HIDES_MARK.test(character) || character.search(INVISIBLE) === 0;
}

/** Reports whether a space is not a space in Markdown: no-break, typographic, ideographic, or zero-width. */
export function isOddSpace(code: number): boolean {
  return hasNoWidth(code) || (code > 126 && ODD_SPACE.test(String.fromCharCode(code)));
}

/** Reports whether a text shows no character. */
export function isUnseen(text: string): boolean {
  return text.replace(INVISIBLE, '').trim() === '';
}
