import { normalizeUrl } from '../address/normalize-url.ts';
import { parseUrl } from '../parser/parse-url.ts';

/** The site that a draft is made for, identified by its homepage's final URL. */
export interface Site {
  readonly home: URL;
  /** The homepage's host without `www.`: links to it and below it are the site's own. */
  readonly domain: string;
}

export function siteFromUrl(homepageUrl: string): Site {
  const home = new URL(homepageUrl);
  return { home, domain: home.hostname.replace(/^www\./, '') };
}

/** The site's own host, or one below it. */
export function isOnSite(url: string, site: Site): boolean {
  const host = new URL(url).hostname.replace(/^www\./, '');
  return host === site.domain || host.endsWith(`.${site.domain}`);
}

/** Longer URLs are states of an application, not pages to read. */
const MAX_URL_CHARS = 500;
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|_ga|_hs\w+|ref|ref_src|source|trk|icid|cmpid)$/i;
const NOT_A_PAGE =
  /\.(?:avif|bmp|css|csv|docx?|eot|exe|gif|gz|ico|ics|jpe?g|js|json|m4a|mjs|mov|mp[34]|ogg|pdf|png|pptx?|rar|rss|atom|svg|tar|tiff?|ttf|wav|webm|webp|woff2?|xlsx?|xml|xsl|zip|7z|apk|dmg|webmanifest)$/i;

/**
 * A link of the site as it should be written in its llms.txt: https, with the host as the homepage spells it, without
 * tracking parameters and fragment. Null when it is not a page of this site.
 */
export function normalizePageUrl(href: string, site: Site): string | null {
  const url = parseUrl(href, site.home);
  if (!url || url.username || url.password || url.href.length > MAX_URL_CHARS) return null;
  if (!isOnSite(url.href, site)) return null;
  const host = url.hostname.replace(/^www\./, '');
  if (host === site.domain && (url.port === '' || url.host === site.home.host)) {
    // Apex and www, http and https lead to one page here; the homepage's redirects decide which spelling is right.
    url.protocol = site.home.protocol;
    url.host = site.home.host;
  }
  if (url.protocol !== 'https:' || url.port !== '' || NOT_A_PAGE.test(url.pathname)) return null;
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** One name for all spellings of a page: trailing slash, index file, escapes. */
export function pageKey(url: string): string {
  const { host, pathname, search } = new URL(normalizeUrl(url));
  const path = pathname.replace(/\/(?:index|default)\.(?:html?|php|aspx?|md)$/i, '/').replace(/\/+$/, '');
  return `${host}${path}${search}`;
}

/** The words of a path, escapes decoded where they can be. */
export function segmentsOf(url: string): string[] {
  return new URL(url).pathname
    .split('/')
    .filter(Boolean)
    .map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        return segment;
      }
    });
}
