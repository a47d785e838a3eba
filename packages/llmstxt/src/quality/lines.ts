type LineKind = 'item' | 'table' | 'prose';

/** Line with content. A heading is prose, because the parsed document already has the places of headings. */
export interface TextLine {
  readonly kind: LineKind;
  readonly start: number;
  readonly end: number;
  readonly number: number;
}

/** First characters of items, rules, tags, fences, table rows and link definitions. Other lines are prose. */
const SPECIAL = '-*+•–0123456789=_<`~|[';
const ITEM = /^(?:[-*+•–]|\d{1,3}[.)])\s/;
const RULE_OR_TAG = /^(?:-{3,}|={3,}|\*{3,}|_{3,}|<!--.*|<\/?[a-z][^>]*>)\s*$/i;
const DEFINITION = /^\[[^\]]+\]:\s/;
const FENCE = /^(?:`{3,}|~{3,})/;
/** Most characters that determine the kind of a line. */
const MAX_HEAD = 200;

/** Returns the lines of a text without blank lines, rules, single tags, link definitions and fenced code. */
export function* linesOf(text: string): Iterable<TextLine> {
  const findEnd = lineEndFinder(text);
  let fence = '';
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const end = findEnd(start);
    const first = firstCharacter(text, start, end);
    number++;
    if (first < end) {
      const special = SPECIAL.includes(text.charAt(first));
      const head = special ? text.slice(first, Math.min(end, first + MAX_HEAD)) : '';
      const opening = FENCE.exec(head)?.[0] ?? '';
      if (fence !== '') {
        if (opening.startsWith(fence)) fence = '';
      } else if (opening !== '') fence = opening;
      else if (!RULE_OR_TAG.test(head) && !DEFINITION.test(head)) yield { kind: findKind(head), start, end, number };
    }
    start = text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
  }
}

/** Finds the end of the line that starts at an offset. Ascending offsets search the text once. */
function lineEndFinder(text: string): (from: number) => number {
  let feed = -1;
  let carriage = -1;
  return (from) => {
    if (feed < from) feed = indexOrEnd(text, '\n', from);
    if (carriage < from) carriage = indexOrEnd(text, '\r', from);
    return Math.min(feed, carriage);
  };
}

/** Returns the offset of `search` from an offset, or the text's length. */
export function indexOrEnd(text: string, search: string, from: number): number {
  const index = text.indexOf(search, from);
  return index < 0 ? text.length : index;
}

function firstCharacter(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (text.charCodeAt(at) <= 32 || text.charCodeAt(at) === 0xfeff)) at++;
  return at;
}

/** Returns the line kind. `head` is empty for a line without a special first character. */
function findKind(head: string): LineKind {
  if (head.startsWith('|')) return 'table';
  return ITEM.test(head) ? 'item' : 'prose';
}
