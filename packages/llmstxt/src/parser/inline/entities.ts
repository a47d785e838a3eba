import { AMPERSAND, BACKSLASH, HASH, isPunctuation, SEMICOLON } from '../characters.ts';

/**
 * Named character references of titles and notes in real files, with their code points. HTML has 2,000 more. They
 * stay as written.
 */
const NAMED = new Map(
  Array.from(
    'amp 38 lt 60 gt 62 quot 34 apos 39 nbsp 160 middot 183 copy 169 reg 174 szlig 223 Auml 196 Ouml 214 Uuml 220 auml 228 ouml 246 uuml 252 ndash 8211 mdash 8212 lsquo 8216 rsquo 8217 ldquo 8220 rdquo 8221 hellip 8230'.matchAll(
      /(\w+) (\d+)/g,
    ),
    ([, name = '', code]): [string, string] => [name, String.fromCharCode(Number(code))],
  ),
);
/** Longest name above, and most digits in CommonMark. */
const MAX_BODY = 9;

/** Reads the character reference at `at` (an ampersand). Returns its text and the offset after it, or null. */
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
  const hex = body[1] === 'x' || body[1] === 'X';
  const digits = body.slice(hex ? 2 : 1);
  if (!(hex ? /^[0-9a-fA-F]{1,6}$/ : /^[0-9]{1,7}$/).test(digits)) return null;
  const code = Number.parseInt(digits, hex ? 16 : 10);
  const character =
    code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '\uFFFD' : String.fromCodePoint(code);
  return { text: character, end: stop + 1 };
}

/** Resolves backslash escapes and character references of a destination or label. */
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
