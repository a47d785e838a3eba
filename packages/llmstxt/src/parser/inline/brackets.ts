import type { InlineRange } from './inline-types.ts';

const OPENING = '([{（［【「『〔';
const CLOSING = ')]}）］】」』〕';
/** Besides brackets, what people put around an address. */
const PAIRS = new Map(
  [...`()[]{}<>（）［］【】「」""''“”‘’«»`].flatMap((mark, at, all) => (at % 2 === 0 ? [[mark, all[at + 1]]] : [])),
);
/** More pairs than this around one address are read as text. */
const MAX_PAIRS = 3;

/** The range with the brackets and quotes right around it: `(url)`, `"url"`, `[[url]]`. */
export function withWrapper(text: string, range: InlineRange, from: number, to: number): InlineRange {
  let { start, end } = range;
  for (let pairs = 0; pairs < MAX_PAIRS && start > from && end < to; pairs++) {
    const close = PAIRS.get(text.charAt(start - 1));
    if (close === undefined || close !== text.charAt(end)) break;
    start--;
    end++;
  }
  return { start, end };
}

/** Text without the brackets at its ends that have no partner in it, and the blanks around them. */
export function trimLoneBrackets(text: string): string {
  if (!isBracket(text.charAt(0)) && !isBracket(text.charAt(text.length - 1))) return text;
  const lone = findLoneBrackets(text);
  let from = 0;
  let to = text.length;
  while (from < to && (lone.has(from) || text.charAt(from) === ' ')) from++;
  while (to > from && (lone.has(to - 1) || text.charAt(to - 1) === ' ')) to--;
  return text.slice(from, to);
}

function isBracket(character: string): boolean {
  return character !== '' && (OPENING.includes(character) || CLOSING.includes(character));
}

/** True for text with a bracket that has no partner. */
export function hasLoneBracket(text: string): boolean {
  return findLoneBrackets(text).size > 0;
}

/** Offsets of the brackets without a partner of their kind. */
function findLoneBrackets(text: string): ReadonlySet<number> {
  const lone = new Set<number>();
  const open = new Map<number, number[]>();
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const opens = OPENING.indexOf(character);
    const kind = opens >= 0 ? opens : CLOSING.indexOf(character);
    if (kind < 0) continue;
    if (opens < 0) {
      if (open.get(kind)?.pop() === undefined) lone.add(at);
      continue;
    }
    const waiting = open.get(kind);
    if (waiting === undefined) open.set(kind, [at]);
    else waiting.push(at);
  }
  for (const offsets of open.values()) for (const offset of offsets) lone.add(offset);
  return lone;
}
