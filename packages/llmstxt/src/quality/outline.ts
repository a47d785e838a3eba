import { findAuthorities } from '../address/read-authority.ts';
import type { Link } from '../types/document.ts';
import type { LlmsFile } from '../types/file.ts';
import { linesOf, type TextLine } from './lines.ts';
import { type Address, pathFinder } from './paths.ts';

export interface OutlineLine extends TextLine {
  readonly heading: boolean;
  /** Number of headings up to this line. */
  readonly group: number;
  readonly addresses: readonly Address[];
}

const NOT_A_PAGE = /^(?:mailto|tel|sms|javascript|data):|^#/i;
/** Files that pages load, which contain no text. GitHub shows files on pages, and names of repositories end like files. */
const ASSET =
  /^(?!https:\/\/github\.com).*\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|m?js|woff2?|ttf|mp4|webm|mp3)(?:[?#]|$)/i;
/** Public hosts of examples (RFC 2606) and of templates. */
const EXAMPLE =
  /^https?:\/\/(?:[^/]*\.)?(?:example\.(?:com|org|net)|example|(?:your|my)-?(?:domain|site|website|company)\.(?:com|org|net))(?::\d+)?(?:[/?#]|$)/i;

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
    while ((sections[group]?.span.start ?? Infinity) < line.end) group++;
    while ((links[link]?.span.start ?? Infinity) < line.end) link++;
    const heading = group > groupAbove || (title >= line.start && title < line.end);
    // A wrapped link also has its URL on the next line.
    const wrappedEnd = links[firstLink - 1]?.span.end ?? 0;
    const addresses =
      link > firstLink
        ? links.slice(firstLink, link).filter(isPage).map(toAddress)
        : findPaths(line).filter(({ start }) => start >= wrappedEnd);
    yield { ...line, heading, group, addresses: addresses.filter(isListed) };
  }
}

function isPage({ href }: Link): boolean {
  return !NOT_A_PAGE.test(href);
}

/** Reports whether an address is an entry. The plain URL of an image belongs to another entry. */
function isListed({ name, target }: Address): boolean {
  return name !== '' || !ASSET.test(target);
}

/**
 * Creates a check that reports whether a URL leads to an image, a style, a script, an example host, or a host that is not
 * public. A file on such a host may link to its host.
 */
export function nowhereTest(file: LlmsFile): (target: string) => boolean {
  const { url } = file;
  const { read, ownHost } = findAuthorities(file);
  const isOnExample = url === null || EXAMPLE.test(url);
  return (target) => {
    const { host, fault } = read(target);
    return ASSET.test(target) || (fault !== null && host !== ownHost) || (!isOnExample && EXAMPLE.test(target));
  };
}

function toAddress({ title, href, url, form, notes, span }: Link): Address {
  const named = form === 'inline' || form === 'reference';
  return { name: named ? title : '', target: url ?? href, start: span.start, end: span.end, notes };
}
