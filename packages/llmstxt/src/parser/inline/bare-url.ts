import {
  AMPERSAND,
  BACKSLASH,
  BYTE_ORDER_MARK,
  CLOSE_PARENTHESIS,
  isDigit,
  isLetter,
  OPEN_BRACE,
  OPEN_PARENTHESIS,
  SLASH,
  SPACE,
} from '../characters.ts';
import { entityAt } from './entities.ts';
import type { InlineRange } from './inline-types.ts';

/** Returns the bare http(s) URL around the colon at `colon`, or null. */
export function bareUrlAt(text: string, colon: number, from: number, to: number): InlineRange | null {
  if (text.charCodeAt(colon + 1) !== SLASH || text.charCodeAt(colon + 2) !== SLASH) return null;
  const start = schemeStart(text, colon, from);
  if (start < 0) return null;
  const end = bareEnd(text, colon + 3, to);
  return end <= colon + 3 ? null : { start, end };
}

/** Returns the start of `http` or `https` before the colon if no letter or digit precedes it, or -1. */
function schemeStart(text: string, colon: number, from: number): number {
  // Setting bit 32 makes an ASCII letter lowercase. 115 is s, 104 is h.
  const isSecure = (text.charCodeAt(colon - 1) | 32) === 115;
  const start = colon - (isSecure ? 5 : 4);
  if (start < from || (text.charCodeAt(start) | 32) !== 104) return -1;
  const scheme = text.slice(start, colon).toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') return -1;
  const before = start > from ? text.charCodeAt(start - 1) : SPACE;
  return isLetter(before) || isDigit(before) ? -1 : start;
}

/** Matches a variable in the path of a URL. */
const VARIABLE = /(?<=\w\/\S{0,99})\{\w+\}/y;

/**
 * GFM's rule for the end of a bare URL, which also ends at quotes, table bars, CJK punctuation, and brackets except those of a
 * variable.
 */
function bareEnd(text: string, from: number, to: number): number {
  let end = from;
  let opened = 0;
  let closed = 0;
  for (; end < to; end++) {
    const code = text.charCodeAt(end);
    if (code === OPEN_BRACE) {
      VARIABLE.lastIndex = end;
      if (!VARIABLE.test(text)) break;
      end = VARIABLE.lastIndex - 1;
    } else if (endsBareUrl(code) || (code === BACKSLASH && endsBareUrl(text.charCodeAt(end + 1)))) break;
    if (code === AMPERSAND && endsBareUrl(entityAt(text, end, to)?.text.charCodeAt(0) ?? 65)) break;
    if (code === OPEN_PARENTHESIS) opened++;
    else if (code === CLOSE_PARENTHESIS) closed++;
  }
  while (end > from) {
    const code = text.charCodeAt(end - 1);
    if (code === CLOSE_PARENTHESIS && closed > opened) closed--;
    else if (!isTrailing(code)) break;
    end--;
  }
  return end;
}

function endsBareUrl(code: number): boolean {
  if (code < 160) return code <= SPACE || ENDS[code] === 1;
  // No-break space, zero-width no-break space, general punctuation (quotes, dashes, spaces), CJK punctuation.
  return (
    code === 160 ||
    code === BYTE_ORDER_MARK ||
    (code >= 0x2000 && code <= 0x206f) ||
    (code >= 0x3000 && code <= 0x303f) ||
    isFullWidthPunctuation(code)
  );
}

function isFullWidthPunctuation(code: number): boolean {
  return (code >= 0xff01 && code <= 0xff0f) || (code >= 0xff1a && code <= 0xff20) || (code >= 0xff3b && code <= 0xff65);
}

function isTrailing(code: number): boolean {
  return code < 160 && TRAILING[code] === 1;
}

const ENDS = tableOf('<>"`|[]{}');
const TRAILING = tableOf("?!.,:;*_~\\'");

/** Creates a table with 1 at the code of each character, because one lookup is faster than ten comparisons. */
function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(160);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}
