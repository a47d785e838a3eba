import { EXCLAMATION_MARK, isLetter, QUESTION_MARK } from '../characters.ts';

export interface Angle {
  readonly kind: 'uri' | 'email' | 'html';
  readonly end: number;
}

/** Terminators that no longer occur in the text, so that no search for a terminator repeats. */
export type AngleMemory = Set<string>;

/** Limits a quoted value to 1,000 characters, so that unclosed quotes stay linear. */
const ATTRIBUTE =
  '[ \\t\\r\\n]+[A-Za-z_:][\\w.:-]*(?:[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:[^\\s"\'=<>`]+|\'[^\']{0,1000}\'|"[^"]{0,1000}"))?';
/** Opening or closing tag (CommonMark 6.6). */
export const TAG = `<(?:[A-Za-z][A-Za-z\\d-]*(?:${ATTRIBUTE})*[ \\t\\r\\n]*/?|/[A-Za-z][A-Za-z\\d-]*[ \\t\\r\\n]*)>`;
const AT_TAG = new RegExp(TAG, 'y');
/** URI or email address (CommonMark 6.5). A URI has no bar, because `<url|name>` is a link of a chat. */
const AT_AUTOLINK =
  /<(?:[a-z][a-z\d+.-]{1,31}:[^\0- <>|]*|([\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,20}))>/iy;

/** Reads an autolink or raw HTML. Returns null for a plain bracket. */
export function scanAngle(text: string, at: number, to: number, memory: AngleMemory): Angle | null {
  const next = text.charCodeAt(at + 1);
  if (next === EXCLAMATION_MARK || next === QUESTION_MARK) {
    const end = declarationEnd(text, at, to, memory);
    return end < 0 ? null : { kind: 'html', end };
  }
  AT_AUTOLINK.lastIndex = at;
  const address = AT_AUTOLINK.exec(text);
  if (address !== null && AT_AUTOLINK.lastIndex <= to)
    return { kind: address[1] === undefined ? 'uri' : 'email', end: AT_AUTOLINK.lastIndex };
  AT_TAG.lastIndex = at;
  return AT_TAG.test(text) && AT_TAG.lastIndex <= to ? { kind: 'html', end: AT_TAG.lastIndex } : null;
}

function declarationEnd(text: string, at: number, to: number, memory: AngleMemory): number {
  // `<!-->` and `<!--->` are comments, so search from the opening dashes.
  if (text.startsWith('<!--', at)) return upTo(text, '-->', at + 2, to, memory);
  if (text.startsWith('<![CDATA[', at)) return upTo(text, ']]>', at + 9, to, memory);
  if (text.startsWith('<?', at)) return upTo(text, '?>', at + 2, to, memory);
  return isLetter(text.charCodeAt(at + 2)) ? upTo(text, '>', at + 2, to, memory) : -1;
}

function upTo(text: string, stop: string, from: number, to: number, memory: AngleMemory): number {
  if (memory.has(stop)) return -1;
  // Slice the text, so that each search stays in this run.
  const offset = text.slice(from, to).indexOf(stop);
  if (offset >= 0) return from + offset + stop.length;
  memory.add(stop);
  return -1;
}
