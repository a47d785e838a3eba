/**
 * Matches characters that are invisible to people but not to language models. Excludes characters that scripts and emoji need.
 */
const UNSEEN =
  /[[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb]--[\t\n\u180b-\u180d\u180f\u200b-\u200d\ufe0e\ufe0f]]+/gv;
/** Matches invisible characters that scripts and emoji need: joiners, zero-width spaces and variation selectors. */
const CONDITIONAL = /(?:[\u180b-\u180d\u180f]|[\u200b-\u200d]|[\ufe0e\ufe0f])+/g;
/** Matches ASCII text without invisible characters, which is most text. */
const PLAIN = /^[\t\n -~]*$/;

/** Matches scripts in which a joiner changes letters: cursive scripts, and scripts of India and its neighbors. */
const JOINING =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
/** Matches scripts without spaces, in which a zero-width space ends a word. */
const UNSPACED = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const PICTURE = /[[\p{Emoji}\p{Emoji_Modifier}]--\p{ASCII}]/v;
const KEYCAP = /[0-9#*]/;
const KEYCAP_MARK = '\u20e3';
const MONGOLIAN = /\p{sc=Mong}/u;

/**
 * Removes invisible characters: controls, direction overrides, tags, fillers, variation selectors and zero-width characters.
 * Keeps single joiners inside emoji and between letters that need them. A run of joiners could encode hidden text.
 */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  const visible = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(UNSEEN, '');
  return visible.replace(CONDITIONAL, (run, at: number) =>
    findNeeded(run, before(visible, at), after(visible, at + run.length)),
  );
}

/** Removes invisible characters from all texts and member names of a value. */
export function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value);
  if (Array.isArray(value)) return value.map(visibleValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visibleText(name), visibleValue(member)]));
}

/** Returns the needed characters of an invisible run between two characters. */
function findNeeded(run: string, left: string, right: string): string {
  const [first = ''] = run;
  const isPicture = PICTURE.test(left);
  if (isPicture && run.startsWith('\ufe0f\u200d') && PICTURE.test(right)) return '\ufe0f\u200d';
  return isNeeded(first, left, right) ? first : '';
}

function isNeeded(character: string, left: string, right: string): boolean {
  const areBoth = (pattern: RegExp) => pattern.test(left) && pattern.test(right);
  switch (character) {
    case '\ufe0e':
    case '\ufe0f':
      return PICTURE.test(left) || (KEYCAP.test(left) && right === KEYCAP_MARK);
    case '\u200d':
      return areBoth(PICTURE) || areBoth(JOINING);
    case '\u200c':
      return areBoth(JOINING);
    case '\u200b':
      return areBoth(UNSPACED);
    default:
      return MONGOLIAN.test(left);
  }
}

function before(text: string, at: number): string {
  return [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
}

function after(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}
