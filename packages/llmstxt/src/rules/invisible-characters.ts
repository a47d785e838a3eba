import { BYTE_ORDER_MARK, isLineEnd } from '../parser/characters.ts';
import { firstFrom } from '../parser/inline/plain-text.ts';
import { INVISIBLE, NO_URL_CHARACTER, separatesWords } from '../parser/invisible.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { createLocator } from '../reporting/locate.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import type { Span } from '../types/document.ts';
import type { LlmsFile } from '../types/file.ts';

/** Characters that count everywhere, not only in names. */
const HARMFUL = /[\0-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB\uDB40]/;
/** Characters that count only in URLs: soft hyphens, directions, and spaces. */
const ALLOWED_IN_TEXT = /[\xAD\u061C\u200E\u200F\u2800]|[^\S\t-\r\uFEFF]/;

/** Vertical tab. Replace a vertical tab by a space, because it separates words. */
const VERTICAL_TAB = 0x0b;
/** Next line. Replace this character by a line feed, because it is the line end of some systems. */
const NEXT_LINE = 0x85;
const HEADING = /^[^\w#]{0,8}#/;
/** White space without the byte-order mark. */
const WHITE_SPACE = /[^\S\uFEFF]/;
/** Most characters of a link that are read. */
const MAX_READ = 4_000;
/** Most characters between a URL and the text that it would absorb. */
const MAX_GAP = 99;

function toName(text: string, at: number): string {
  return `(U+${(text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`;
}

/** Reports whether a zero-width character is in a link's name or in a heading and does not separate words. */
function breaksName({ text }: LlmsFile, { start, column }: Span, inLink: boolean): boolean {
  if (!inLink && !HEADING.test(text.slice(start - column + 1, start - column + 9))) return false;
  return !separatesWords(text, start);
}

function isTight(text: string, from: number, to: number): boolean {
  return to - from < MAX_GAP && !WHITE_SPACE.test(text.slice(from, to));
}

export const invisibleCharacters = defineRule({
  id: 'invisible-characters',
  title: 'Invisible characters',
  severity: 'warning',
  source: 'convention',
  fix: 'Delete the character.',
  *check(file) {
    yield* reportMarks(file, 'hidden-mark', ({ start, end }) => ({
      message: `There is an invisible character here ${toName(file.text, start)}, so parsers do not see the mark after it.`,
      edits: [{ start, end, text: '' }],
    }));
    yield* reportMarks(file, 'odd-space', ({ start, end }) => ({
      message: `This is not an ordinary space ${toName(file.text, start)}, so parsers do not see the mark before it.`,
      fix: 'Write an ordinary space.',
      edits: [{ start, end, text: ' ' }],
    }));
    const hidden = ['hidden-mark', 'odd-space'] as const;
    const ranges = hidden.flatMap((kind) => [...file.marks.of(kind)]).sort((a, b) => b.start - a.start);
    const locator = createLocator(file.text);
    const { links } = file.document;
    const spans = links.map(({ span }) => span);
    for (const match of file.text.matchAll(NO_URL_CHARACTER)) {
      const code = match[0].charCodeAt(0);
      const [start, end] = [match.index, match.index + match[0].length];
      const link = links[firstFrom(spans, start + 1) - 1];
      const inLink = link !== undefined && start < link.span.end;
      // Read a part of a link only, because each character searches it.
      const isBeforeTarget = inLink && file.text.slice(start, Math.min(link.span.end, start + MAX_READ)).includes('](');
      const inTarget = inLink && !isBeforeTarget && link.href.slice(0, MAX_READ).includes(match[0]);
      if (ALLOWED_IN_TEXT.test(match[0]) && !inTarget) continue;
      const at = locator.span(start, end);
      while ((ranges.at(-1)?.end ?? end) < end) ranges.pop();
      const isReported = (ranges.at(-1)?.start ?? end) < end;
      if (isReported || (start === 0 && code === BYTE_ORDER_MARK)) continue;
      if (!inTarget && !HARMFUL.test(match[0]) && !breaksName(file, at, inLink)) continue;
      // Put a space after a bare URL, because the URL would absorb the next text. Put a space before a link after a letter, `!`
      // or a backslash, because these characters would break the link. Put no space into a broken link target, because the next
      // text belongs to the URL.
      const isTarget = link !== undefined && file.text.startsWith('](', link.span.start - 2);
      const after = link?.form === 'bare' && !inLink && !isTarget && isTight(file.text, link.span.end, start);
      const before = spans[firstFrom(spans, end)]?.start === end;
      const space = after || before || code === VERTICAL_TAB ? ' ' : '';
      const text = code === NEXT_LINE && !isLineEnd(file.text.charCodeAt(end)) ? '\n' : space;
      const message = `There is an invisible character here ${toName(file.text, start)}.`;
      // A space inside of a URL may stand for %20.
      const isInner = match[0].search(INVISIBLE) < 0 && link?.href.trim().includes(match[0]);
      yield { at, message, edits: isInner ? [] : [{ start, end, text }] };
    }
  },
});
