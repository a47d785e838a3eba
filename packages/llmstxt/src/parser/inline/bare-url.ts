import { entityAt } from './entities.ts';
import type { InlineRange } from './inline-types.ts';

/** Matches the scheme before a colon without a letter or digit before it. */
const SCHEME = /(?<![a-z\d])https?$/i;
const MAX_SCHEME = 'https'.length;

/** Returns the bare http(s) URL around the colon at `colon`, or null. */
export function bareUrlAt(text: string, colon: number, from: number, to: number): InlineRange | null {
  if (!text.startsWith('//', colon + 1)) return null;
  const scheme = SCHEME.exec(text.slice(Math.max(from, colon - MAX_SCHEME - 1), colon))?.[0];
  if (scheme === undefined) return null;
  const end = bareEnd(text, colon + 3, to);
  return end > colon + 3 ? { start: colon - scheme.length, end } : null;
}

/** Matches white space, quotes, brackets, table bars, and general, CJK and full-width punctuation. */
const END = /^[\0- <>"`|[\]{}\xA0«»\uFEFF\u2000-\u206F\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF65]/;
/** Matches a variable in the path of a URL. */
const VARIABLE = /(?<=\w\/\S{0,99})\{\w+\}/y;
const TRAILING = /[?!.,:;*_~\\']/;

/**
 * GFM's rule for the end of a bare URL, which also ends at quotes, table bars, CJK punctuation, and brackets except those of a
 * variable.
 */
function bareEnd(text: string, from: number, to: number): number {
  let end = from;
  let opened = 0;
  let closed = 0;
  for (; end < to; end++) {
    const character = text.charAt(end);
    if (character === '{') {
      VARIABLE.lastIndex = end;
      if (!VARIABLE.test(text)) break;
      end = VARIABLE.lastIndex - 1;
    } else if (END.test(character) || (character === '\\' && END.test(text.charAt(end + 1)))) break;
    if (character === '&' && END.test(entityAt(text, end, to)?.text ?? '')) break;
    if (character === '(') opened++;
    else if (character === ')') closed++;
  }
  while (end > from) {
    const character = text.charAt(end - 1);
    if (character === ')' && closed > opened) closed--;
    else if (!TRAILING.test(character)) break;
    end--;
  }
  return end;
}
