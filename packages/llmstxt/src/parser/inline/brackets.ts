import { isOddSpace } from '../invisible.ts';
import type { InlineRange } from './inline-types.ts';

/** Opening and closing brackets in turn. */
const BRACKETS = '()[]{}（）［］【】「」『』〔〕';
const BRACKET = new RegExp(`[${BRACKETS.replace(/[[\]]/g, '\\$&')}]`);
/** Pairs around a link or URL. Of two pairs with a common character, the one that closes with it comes last. */
const PAIRS = `${BRACKETS}<>""''~~„”„““”‚‘‘’»««»`;
const CAN_END_URL = /[)'~]/;
/** Matches an absolute URL or a path, perhaps in more brackets. */
const ADDRESS = /^[([{<"']?(?:https?:|www\.|[./])/i;
/** Matches a link, which chats and mail programs write in place of a URL. */
const LINK = /^\[[^\]]*\]\((.+)\)$/;
/** Most pairs around a URL. Further pairs are read as text. */
const MAX_PAIRS = 3;

/** Extends a range by the brackets and quotes around it: `(url)`, `"url"`, `[[url]]`. */
export function withWrapper(text: string, range: InlineRange, from: number, to: number): InlineRange {
  let { start, end } = range;
  for (let pairs = 0; pairs < MAX_PAIRS && start > from && end < to; pairs++) {
    // French writes a no-break space inside of its quotes.
    const step = isOddSpace(text.charCodeAt(start - 1)) && isOddSpace(text.charCodeAt(end)) ? 2 : 1;
    if (PAIRS.indexOf(text.charAt(start - step) + text.charAt(end + step - 1)) % 2 !== 0) break;
    start -= step;
    end += step;
  }
  return { start, end };
}

/** Removes brackets and quotes around a URL, or a closing one after it. A URL can end with `)`, `'` or a pair. */
export function unwrapUrl(written: string): string {
  const inLink = LINK.exec(written)?.[1];
  if (inLink !== undefined) return inLink;
  const inner = written.slice(0, -1);
  const at = PAIRS.lastIndexOf(written.charAt(inner.length));
  if (inner === '' || at % 2 !== 1) return written;
  const open = PAIRS.charAt(at - 1);
  if (inner.startsWith(open)) return ADDRESS.test(inner.slice(1)) ? unwrapUrl(inner.slice(1)) : written;
  return CAN_END_URL.test(PAIRS.charAt(at)) || inner.includes(open) ? written : unwrapUrl(inner);
}

/** Removes unmatched brackets and blanks at the ends of a text. */
export function trimLoneBrackets(text: string): string {
  if (!BRACKET.test(text.charAt(0)) && !BRACKET.test(text.charAt(text.length - 1))) return text;
  const lone = findLoneBrackets(text);
  let from = 0;
  let to = text.length;
  while (from < to && (lone[from] === 1 || text.charAt(from) === ' ')) from++;
  while (to > from && (lone[to - 1] === 1 || text.charAt(to - 1) === ' ')) to--;
  return text.slice(from, to);
}

/** Reports whether a text has an unmatched bracket. */
export function hasLoneBracket(text: string): boolean {
  return BRACKET.test(text) && findLoneBrackets(text).includes(1);
}

/** Returns 1 at the offset of each unmatched bracket. */
function findLoneBrackets(text: string): Uint8Array {
  const lone = new Uint8Array(text.length);
  const open = Array.from(BRACKETS, (): number[] => []);
  for (let at = 0; at < text.length; at++) {
    const kind = BRACKETS.indexOf(text.charAt(at));
    if (kind < 0) continue;
    const partner = kind % 2 === 0 ? undefined : open[kind - 1]?.pop();
    if (kind % 2 === 0) open[kind]?.push(at);
    if (partner === undefined) lone[at] = 1;
    else lone[partner] = 0;
  }
  return lone;
}
