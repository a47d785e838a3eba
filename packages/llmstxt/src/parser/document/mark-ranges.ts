import type { Span } from '../../types/document.ts';
import type { MarkKind } from '../../types/file.ts';
import type { Place, Run } from '../blocks/block-types.ts';
import type { InlineLink, InlineRange, InlineResult, LinkFault } from '../inline/inline-types.ts';
import { isResidue } from '../inline/residue.ts';
import type { Marks } from './marks.ts';
import { SourceMap } from './source-map.ts';

/** Returns the span from a position to an offset. */
export function spanFrom(start: Place, end: number): Span {
  return { start: start.at, end, line: start.line, column: start.at - start.lineStart + 1 };
}

/** Marks the broken links, HTML tags and markup of other languages in inline text, attribute lists as `attributes`. */
export function markInline(
  marks: Marks,
  text: string,
  scan: InlineResult,
  run: Run,
  source: SourceMap,
  attributes: MarkKind,
): void {
  for (const link of scan.links) if (link.fault !== null) markFault(marks, link, link.fault, run, source);
  markRanges(marks, 'broken-link', text, scan.broken, source);
  markRanges(marks, 'tag', text, scan.tags, source);
  for (const image of scan.images.filter(isResidue)) {
    markRanges(marks, run.text[image.start] === '{' ? attributes : 'residue', text, [image], source);
  }
}

/** Marks a link that Markdown does not parse, with its name as the inner range. */
function markFault(marks: Marks, link: InlineLink, fault: LinkFault, run: Run, source: SourceMap): void {
  const kind = `${fault}-link` as const;
  const { start, end, textStart, textEnd, href } = link;
  marks.add(kind, source.span(start, end), href, run.joined === null ? [textStart, textEnd] : null);
}

function markRanges(
  marks: Marks,
  kind: MarkKind,
  text: string,
  ranges: readonly InlineRange[],
  source: SourceMap,
): void {
  for (const range of ranges) {
    const span = source.span(range.start, range.end);
    marks.add(kind, span, text.slice(span.start, span.end));
  }
}

/** Marks the lines of a code fence that start with `##`. */
export function markFenceHeadings(marks: Marks, text: string, fence: Place, end: number): void {
  const body = text.slice(fence.at, end);
  if (!body.includes('\n##')) return;
  const source = new SourceMap({ joined: null, place: fence }, text);
  for (let at = body.indexOf('\n##'); at >= 0; at = body.indexOf('\n##', at + 1)) {
    const start = fence.at + at + 1;
    marks.add('heading-in-fence', source.span(start, start + 2));
  }
}
