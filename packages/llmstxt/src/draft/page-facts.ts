import { removeInvisible } from '../parser/invisible.ts';
import { parseUrl } from '../parser/parse-url.ts';
import type { HomepageFacts } from '../types/facts.ts';

/** Page region of a link. Links outside of marked regions count as `main`. */
export type PageRegion = 'nav' | 'header' | 'main' | 'footer';

export interface PageLink {
  /** Absolute http(s) URL without its fragment. */
  readonly url: string;
  /** Visible text with collapsed white space, or else an image's alternative text or the label. */
  readonly text: string;
  readonly region: PageRegion;
}

/** Metadata of an HTML page. Texts are on one line without control characters. */
export interface PageFacts extends HomepageFacts {
  /** Resolved rel=canonical, or null. */
  readonly canonical: string | null;
  /** Value of og:site_name or application-name. */
  readonly siteName: string | null;
  readonly heading: string | null;
  /** Links in page order, at most `MAX_PAGE_LINKS`. */
  readonly links: readonly PageLink[];
  /** True if the page or its response has noindex. */
  readonly noindex: boolean;
}

/** Most links kept, more than any navigation has. A page of 1 MiB has at most about 50,000. */
export const MAX_PAGE_LINKS = 2_000;

/**
 * Converts to one line of plain text, cut at `maxLength`: collapses white space, and removes invisible characters and
 * lone surrogates.
 */
export function toSingleLine(text: string, maxLength: number): string {
  // Read a bounded part, because a hostile text may be long. Most dropped characters are white space.
  return removeInvisible(text.slice(0, maxLength * 4).replace(/[\0-\x1f\x7f-\x9f]+/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trim();
}

/** Resolves `href` to an absolute http(s) URL without fragment, or null. */
export function resolveHref(href: string, base: string): string | null {
  const url = parseUrl(href.trim(), base);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  url.hash = '';
  return url.href;
}
