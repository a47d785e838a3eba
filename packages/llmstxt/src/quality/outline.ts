import type { Link } from '../types/document.ts';
import type { LlmsFile } from '../types/file.ts';
import { linesOf, type TextLine } from './lines.ts';
import { type Address, pathFinder } from './paths.ts';

/** Line of the file with its URLs. */
export interface OutlineLine extends TextLine {
  readonly heading: boolean;
  /** Number of headings up to this line. */
  readonly group: number;
  readonly addresses: readonly Address[];
}

const NOT_A_PAGE = /^(?:mailto|tel|sms|javascript|data):|^#/i;

/** Returns the lines with content in order, each with its URLs. */
export function* outlineOf(file: LlmsFile): Iterable<OutlineLine> {
  const { links, sections } = file.document;
  const title = file.title?.start ?? -1;
  const findPaths = pathFinder(file);
  let link = 0;
  let group = 0;
  for (const line of linesOf(file.text)) {
    const firstLink = link;
    const groupAbove = group;
    while ((sections[group]?.span.start ?? Number.POSITIVE_INFINITY) < line.end) group++;
    while ((links[link]?.span.start ?? Number.POSITIVE_INFINITY) < line.end) link++;
    const heading = group > groupAbove || (title >= line.start && title < line.end);
    const addresses = link > firstLink ? links.slice(firstLink, link).filter(isPage).map(toAddress) : findPaths(line);
    yield { ...line, heading, group, addresses };
  }
}

function isPage({ href }: Link): boolean {
  return !NOT_A_PAGE.test(href);
}

function toAddress({ title, href, url, form, notes, span }: Link): Address {
  const named = form === 'inline' || form === 'reference';
  return { name: named ? title : '', target: url ?? href, start: span.start, end: span.end, notes };
}
