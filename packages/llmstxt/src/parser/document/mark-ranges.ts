import type { Span } from '../../types/document.ts';
import type { MarkKind } from '../../types/file.ts';
import type { Place } from '../blocks/block-types.ts';
import type { InlineRange, InlineResult } from '../inline/inline-types.ts';
import type { Marks } from './marks.ts';
import { SourceMap } from './source-map.ts';

/** The span from a place to an offset. */
export function spanFrom(start: Place, end: number): Span {
  return { start: start.at, end, line: start.line, column: start.at - start.lineStart + 1 };
}

/** Marks the broken links and HTML tags of inline text. */
export function markInline(marks: Marks, text: string, scan: InlineResult, source: SourceMap): void {
  markRanges(marks, 'broken-link', text, scan.broken, source);
  markRanges(marks, 'tag', text, scan.tags, source);
}

function markRanges(
  marks: Marks,
  kind: MarkKind,
  text: string,
  ranges: readonly InlineRange[],
  source: SourceMap,
): void {
  for (const range of ranges) {
    if (!marks.count(kind)) continue;
    const span = source.span(range.start, range.end);
    marks.keep(kind, { ...span, value: text.slice(span.start, span.end), inner: null });
  }
}

/** Marks the lines of a code fence that start with `##`. */
export function markFenceHeadings(marks: Marks, text: string, fence: Place, end: number): void {
  const body = text.slice(fence.at, end);
  if (!body.includes('\n##')) return;
  const source = new SourceMap({ text: body, from: 0, to: body.length, joined: null, place: fence }, text);
  for (let at = body.indexOf('\n##'); at >= 0; at = body.indexOf('\n##', at + 1)) {
    if (!marks.count('heading-in-fence')) continue;
    const start = fence.at + at + 1;
    marks.keep('heading-in-fence', { ...source.span(start, start + 2), value: '', inner: null });
  }
}
