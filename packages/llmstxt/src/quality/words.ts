/** What a character is to a word. Scripts that put no space between words are cut by length. */
const UNKNOWN = 0;
const SEPARATOR = 1;
const LETTER = 2;
const PAIRED = 3;
const IN_FOURS = 4;

/** Two characters of Chinese or Japanese make about one word. */
const PAIRED_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
/** Four letters of the Southeast Asian scripts, vowel signs included, make about one word. */
const IN_FOURS_SCRIPT = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u;

/** The class of each UTF-16 code unit, once it has been asked for: regular expressions are slow for every letter. */
const classes = new Uint8Array(0x10000);

function classOf(code: number): number {
  const known = classes[code] ?? SEPARATOR;
  if (known !== UNKNOWN) return known;
  const found = classify(code);
  classes[code] = found;
  return found;
}

function classify(code: number): number {
  // The supplementary ideographs; what else needs surrogates is mostly pictures.
  if (code >= 0xd840 && code < 0xd88c) return PAIRED;
  const character = String.fromCharCode(code);
  if (!LETTER_OR_DIGIT.test(character)) return SEPARATOR;
  if (PAIRED_SCRIPT.test(character)) return PAIRED;
  return IN_FOURS_SCRIPT.test(character) ? IN_FOURS : LETTER;
}

/** A tag or an entity. Bounded, so that a text of nothing but `<a ` stays linear. */
const MARKUP = /<\/?[a-z][a-z0-9]{0,10}(?:\s[a-z-]{1,20}=[^<>\n]{0,200})?\s?\/?>|&#?[a-z0-9]{1,30};/iy;
const LONGEST_WORD = 60;

/**
 * Calls `visit` with each word of the text in lower case until it returns false. Targets of links, addresses, tags and
 * entities are no words.
 */
export function visitWords(text: string, visit: (word: string) => boolean): void {
  let at = 0;
  while (at < text.length) {
    const kind = classOf(text.charCodeAt(at));
    if (kind === SEPARATOR) {
      at = afterSeparator(text, at);
      continue;
    }
    const end = wordEnd(text, at, kind);
    if (kind === LETTER && text.startsWith('://', end)) at = addressEnd(text, end + 3);
    else if (visit(text.slice(at, end).toLowerCase())) at = end;
    else return;
  }
}

function wordEnd(text: string, start: number, kind: number): number {
  const longest = kind === LETTER ? LONGEST_WORD : kind === PAIRED ? 2 : 4;
  const to = Math.min(text.length, start + longest);
  let end = start + 1;
  while (end < to && classOf(text.charCodeAt(end)) === kind) end++;
  return end;
}

function afterSeparator(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 93 && text.charCodeAt(at + 1) === 40) return targetEnd(text, at + 2);
  if (code !== 60 && code !== 38) return at + 1;
  MARKUP.lastIndex = at;
  return MARKUP.test(text) ? MARKUP.lastIndex : at + 1;
}

/** The end of a link's target: `)`, or the line's end if it is missing. */
function targetEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== 41 && text.charCodeAt(at) !== 10) at++;
  return at;
}

/** The end of an address: a blank or one of ) > ] and the backtick. */
function addressEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === 41 || code === 62 || code === 93 || code === 96) break;
  }
  return at;
}
