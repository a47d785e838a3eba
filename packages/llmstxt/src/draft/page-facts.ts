import { removeInvisible } from '../parser/invisible.ts';
import { parseUrl } from '../parser/parse-url.ts';
import type { HomepageFacts } from '../types/facts.ts';

/** Where on a page a link is. What is in no marked region counts as `main`. */
export type PageRegion = 'nav' | 'header' | 'main' | 'footer';

export interface PageLink {
  /** Absolute http(s) URL without its fragment. */
  readonly url: string;
  /** The visible text, white space collapsed; without one, an image's alternative text or the label. */
  readonly text: string;
  readonly region: PageRegion;
}

/** What one HTML page says about itself. Every text is on one line and free of control characters. */
export interface PageFacts extends HomepageFacts {
  /** rel=canonical, resolved; null when the page names none. */
  readonly canonical: string | null;
  /** og:site_name or application-name. */
  readonly siteName: string | null;
  /** The first h1. */
  readonly heading: string | null;
  /** In page order, at most `MAX_PAGE_LINKS`. */
  readonly links: readonly PageLink[];
  /** The page, or its HTTP answer, asks search engines not to index it. */
  readonly noindex: boolean;
}

/** More links than any navigation has; a page of 1 MiB holds some 50,000 at most. */
export const MAX_PAGE_LINKS = 2_000;

/** One line of plain text: white space collapsed, invisible characters and half surrogates gone, cut at `maxLength`. */
export function toSingleLine(text: string, maxLength: number): string {
  // Most of what is dropped is white space; the bound keeps a hostile text cheap.
  return removeInvisible(text.slice(0, maxLength * 4))
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trim();
}

/** `href` as an absolute http(s) URL without fragment, or null. */
export function resolveHref(href: string, base: string): string | null {
  const url = parseUrl(href.trim(), base);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  url.hash = '';
  return url.href;
}
