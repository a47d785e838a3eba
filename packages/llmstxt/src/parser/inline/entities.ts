import { AMPERSAND, BACKSLASH, HASH, isPunctuation, SEMICOLON } from '../characters.ts';

/**
 * Named character references of HTML 4 (https://www.w3.org/TR/html401/sgml/entities.html), without mathematics and
 * Greek, and `apos`. The other 2,000 of HTML 5 do not occur in lists of links and would double the size of the engine.
 */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig'.split(
    ' ',
  );
/** First letter with a lowercase form 32 code points later. */
const FIRST_LETTER = 0xc0 - 0xa0;
/** Further names, with their characters in this order. */
const OTHERS =
  'amp lt gt quot apos ndash mdash lsquo rsquo ldquo rdquo sbquo bdquo lsaquo rsaquo hellip bull euro trade rarr OElig oelig Scaron scaron divide yuml'.split(
    ' ',
  );
const OTHER_CHARACTERS = '&<>"\'–—‘’“”‚„‹›…•€™→ŒœŠš÷ÿ';

const NAMED = new Map<string, string>([
  // Put these letters first, because two letters replace signs without a lowercase form.
  ...LATIN_1.slice(FIRST_LETTER).map((name, index): [string, string] => [
    name.toLowerCase(),
    String.fromCharCode(0xe0 + index),
  ]),
  ...OTHERS.map((name, index): [string, string] => [name, OTHER_CHARACTERS.charAt(index)]),
  ...LATIN_1.map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
]);

/** Most characters of a reference: the longest name above, and the most digits in CommonMark. */
const MAX_BODY = 9;

/**
 * Reads the character reference at `at` (an ampersand). Returns the referenced text and the offset after the reference, or
 * null.
 */
export function entityAt(text: string, at: number, end: number): { text: string; end: number } | null {
  // Do not use indexOf, because it would read to the end for each ampersand.
  const limit = Math.min(end, at + 2 + MAX_BODY);
  let stop = at + 1;
  while (stop < limit && text.charCodeAt(stop) !== SEMICOLON) stop++;
  if (stop >= limit || stop === at + 1) return null;
  const body = text.slice(at + 1, stop);
  if (body.charCodeAt(0) !== HASH) {
    const named = NAMED.get(body);
    return named === undefined ? null : { text: named, end: stop + 1 };
  }
  const hex = /^.x/i.test(body);
  const digits = body.slice(hex ? 2 : 1);
  if (!(hex ? /^[\da-f]{1,6}$/i : /^\d{1,7}$/).test(digits)) return null;
  const code = Number.parseInt(digits, hex ? 16 : 10);
  const character =
    code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '\uFFFD' : String.fromCodePoint(code);
  return { text: character, end: stop + 1 };
}

/** Resolves backslash escapes and character references of a text. */
export function unescapeMarkdown(text: string): string {
  if (!text.includes('\\') && !text.includes('&')) return text;
  let out = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH && at + 1 < text.length && isPunctuation(text.charCodeAt(at + 1))) {
      out += text.slice(from, at);
      from = ++at;
    } else if (code === AMPERSAND) {
      const entity = entityAt(text, at, text.length);
      if (entity !== null) {
        out += text.slice(from, at) + entity.text;
        from = entity.end;
        at = from - 1;
      }
    }
  }
  return out + text.slice(from);
}
