import {
  EXCLAMATION_MARK,
  GREATER_THAN,
  HYPHEN,
  isBlank,
  isDigit,
  isLetter,
  QUESTION_MARK,
  SLASH,
  SPACE,
} from '../characters.ts';
import { TAG } from '../inline/angle.ts';

/** Tags of CommonMark 4.6, kind 6. */
const BLOCK_TAGS = new Set(
  'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul'.split(
    ' ',
  ),
);
const RAW_NAME = /^(?:pre|script|style|textarea)$/;
/** End of each HTML block of kinds 2 to 5. */
const CLOSE = ['-->', '?>', '>', ']]>'];
const WHOLE_TAG = new RegExp(`^${TAG}[ \\t]*$`);
const RAW_CLOSE = /<\/(?:pre|script|style|textarea)>/i;

/** Returns the CommonMark kind (1 to 7) of the HTML block at `start`, or 0. */
export function htmlBlockAt(text: string, start: number, lineEnd: number): number {
  const next = text.charCodeAt(start + 1);
  if (next === EXCLAMATION_MARK) {
    if (text.startsWith('<!--', start)) return 2;
    if (text.startsWith('<![CDATA[', start)) return 5;
    return isLetter(text.charCodeAt(start + 2)) ? 4 : 0;
  }
  if (next === QUESTION_MARK) return 3;
  const closing = next === SLASH;
  const nameStart = start + (closing ? 2 : 1);
  let nameEnd = nameStart;
  while (nameEnd < lineEnd && isNameCode(text.charCodeAt(nameEnd))) nameEnd++;
  if (nameEnd === nameStart || !isLetter(text.charCodeAt(nameStart))) return 0;
  const name = text.slice(nameStart, Math.min(nameEnd, nameStart + 12)).toLowerCase();
  const after = nameEnd >= lineEnd ? SPACE : text.charCodeAt(nameEnd);
  const ends = isBlank(after) || after === GREATER_THAN;
  if (!closing && RAW_NAME.test(name) && ends) return 1;
  if (BLOCK_TAGS.has(name) && (ends || (after === SLASH && text.charCodeAt(nameEnd + 1) === GREATER_THAN))) return 6;
  // Kind 7 is a complete tag alone on its line.
  return WHOLE_TAG.test(text.slice(start, lineEnd)) ? 7 : 0;
}

/** Reports whether the line ends a block of that kind. Kinds 6 and 7 end at a blank line. */
export function closesHtml(kind: number, text: string, from: number, lineEnd: number): boolean {
  if (kind >= 6) return false;
  const line = text.slice(from, lineEnd);
  return kind === 1 ? RAW_CLOSE.test(line) : line.includes(CLOSE[kind - 2] ?? '');
}

function isNameCode(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === HYPHEN;
}
