import { BYTE_ORDER_MARK, isLineEnd } from '../parser/characters.ts';
import { separatesWords } from '../parser/invisible.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { createLocator } from '../reporting/locate.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import type { Link, Span } from '../types/document.ts';
import type { LlmsFile } from '../types/file.ts';

/**
 * Control characters except tab, line ends and form feed, hidden copies of ASCII except in flags, and characters
 * without a picture except joiners and variation selectors.
 */
const INVISIBLE =
  /(?<![\u{1F3F4}\u{E0000}-\u{E007F}])[\u{E0000}-\u{E007F}]+|(?![\p{VS}\p{Join_C}\u{E0000}-\u{E007F}])[\0-\x08\x0B\x0E-\x1F\x7F-\x9F\uFFF9-\uFFFB\p{DI}]/gu;
/** Counts outside of names, too. */
const HARMFUL = /[\0-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u;
const ALLOWED_IN_TEXT = /[\xAD\u061C\u200E\u200F]/;

/** It separates words, so replace it by a space. */
const VERTICAL_TAB = 0x0b;
/** Line end of some systems, so replace it by a line feed. */
const NEXT_LINE = 0x85;
const HEADING = /^[^\w#]{0,8}#/;
/** White space without the byte-order mark. */
const WHITE_SPACE = /[^\S\uFEFF]/;

function nameOf(text: string, at: number): string {
  return `U+${(text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Reports whether a zero-width character is in a link's name or URL or in a heading and does not separate words. */
function breaksName({ text }: LlmsFile, { start, column }: Span, link: Link | null): boolean {
  if (link === null && !HEADING.test(text.slice(start - column + 1, start - column + 9))) return false;
  return isInTarget(text, start, link) || !separatesWords(text, start);
}

function isInTarget(text: string, at: number, link: Link | null): boolean {
  return link !== null && at > text.lastIndexOf('](', link.span.end);
}

/** Reports whether an offset is in one of the ranges. With ascending offsets, it reads them once. */
function createRangeFinder(ranges: readonly Span[]): (offset: number) => boolean {
  let index = 0;
  return (offset) => {
    while ((ranges[index]?.end ?? offset + 1) <= offset) index++;
    return (ranges[index]?.start ?? offset + 1) <= offset;
  };
}

/** Finds the last link that starts at or before an offset. Links are sorted by position. */
function linkBefore(file: LlmsFile, at: number): Link | undefined {
  const { links } = file.document;
  let low = 0;
  let high = links.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((links[middle]?.span.start ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return links[low - 1];
}

/** Finds the next white space at or after an offset. With ascending offsets, it reads the text once. */
function createSpaceFinder(text: string): (from: number) => number {
  let space = -1;
  return (from) => {
    if (space < from) {
      const length = text.slice(from).search(WHITE_SPACE);
      space = length < 0 ? text.length : from + length;
    }
    return space;
  };
}

export const invisibleCharacters = defineRule({
  id: 'invisible-characters',
  title: 'Invisible characters',
  severity: 'warning',
  source: 'convention',
  fix: 'Delete the character.',
  reads: 'text',
  *check(file) {
    yield* reportMarks(file, 'hidden-mark', ({ start, end }) => ({
      message: `There is an invisible character here (${nameOf(file.text, start)}), so parsers do not see the mark after it.`,
      edits: [{ start, end, text: '' }],
    }));
    yield* reportMarks(file, 'odd-space', ({ start, end }) => ({
      message: `This is not an ordinary space (${nameOf(file.text, start)}), so parsers do not see the mark before it.`,
      fix: 'Write an ordinary space.',
      edits: [{ start, end, text: ' ' }],
    }));
    const isHidden = createRangeFinder(
      [...file.marks.of('hidden-mark'), ...file.marks.of('odd-space')].sort((a, b) => a.start - b.start),
    );
    const locate = createLocator(file.text);
    const nextSpace = createSpaceFinder(file.text);
    for (const found of file.text.matchAll(INVISIBLE)) {
      const code = found[0].charCodeAt(0);
      const [start, end] = [found.index, found.index + found[0].length];
      const link = linkBefore(file, start);
      const inLink = link !== undefined && start < link.span.end;
      if (ALLOWED_IN_TEXT.test(found[0]) && !isInTarget(file.text, start, inLink ? link : null)) continue;
      const at = locate(start, end);
      if ((start === 0 && code === BYTE_ORDER_MARK) || isHidden(start)) continue;
      if (!HARMFUL.test(found[0]) && !breaksName(file, at, inLink ? link : null)) continue;
      // Put a space after a bare URL, because the URL would absorb the next text. Put a space before a link after a
      // letter, `!` or a backslash, because those characters would break the link.
      // Put no space into a broken link target, because the next text belongs to the URL.
      const isTarget = link !== undefined && file.text.startsWith('](', link.span.start - 2);
      const after = link?.form === 'bare' && !inLink && !isTarget && nextSpace(link.span.end) > start;
      const before = linkBefore(file, end)?.span.start === end;
      const space = after || before || code === VERTICAL_TAB ? ' ' : '';
      const text = code === NEXT_LINE && !isLineEnd(file.text.charCodeAt(end)) ? '\n' : space;
      const message = `There is an invisible character here (${nameOf(file.text, start)}).`;
      yield { at, message, edits: [{ start, end, text }] };
    }
  },
});
