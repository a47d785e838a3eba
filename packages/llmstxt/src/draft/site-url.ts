import { normalizeUrl } from '../address/normalize-url.ts';
import { TRACKING } from '../address/tracking-parameters.ts';
import { parseUrl } from '../parser/parse-url.ts';

/** Site of a draft, identified by its homepage's final URL. */
export interface Site {
  readonly home: URL;
  /** Homepage host without `www.`. Links to this host and its subdomains belong to the site. */
  readonly domain: string;
}

export function siteFromUrl(homepageUrl: string): Site {
  const home = new URL(homepageUrl);
  return { home, domain: home.hostname.replace(/^www\./, '') };
}

/** Reports whether a host is the site's or below it. */
export function isOnSite(url: string, site: Site): boolean {
  const host = new URL(url).hostname.replace(/^www\./, '');
  return host === site.domain || host.endsWith(`.${site.domain}`);
}

/** Longest URL. Longer URLs are application states. */
const MAX_URL_CHARS = 500;
const NOT_A_PAGE =
  /\.(?:avif|bmp|css|csv|docx?|eot|exe|gif|gz|ico|ics|jpe?g|js|json|m4a|mjs|mov|mp[34]|ogg|pdf|png|pptx?|rar|rss|atom|svg|tar|tiff?|ttf|wav|webm|webp|woff2?|xlsx?|xml|xsl|zip|7z|apk|dmg|webmanifest)$/i;

/**
 * Normalizes a link of the site for its llms.txt: https, the homepage's spelling of the host, no tracking parameters and no
 * fragment. Returns null for a link that is not a page of this site.
 */
export function normalizePageUrl(href: string, site: Site): string | null {
  const url = parseUrl(href, site.home);
  if (!url || url.username || url.password || url.href.length > MAX_URL_CHARS) return null;
  if (!isOnSite(url.href, site)) return null;
  const host = url.hostname.replace(/^www\./, '');
  if (host === site.domain && (url.port === '' || url.host === site.home.host)) {
    // Apex and www, http and https count as one page. The homepage's redirects determine the spelling.
    url.protocol = site.home.protocol;
    url.host = site.home.host;
  }
  if (url.protocol !== 'https:' || url.port !== '' || NOT_A_PAGE.test(url.pathname)) return null;
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** Returns a key for all spellings of a page: trailing slash, index file, escapes. */
export function pageKey(url: string): string {
  const { host, pathname, search } = new URL(normalizeUrl(url));
  // The lookbehind keeps the time linear.
  const path = pathname.replace(/\/(?:index|default)\.(?:html?|php|aspx?|md)$/i, '/').replace(/(?<!\/)\/+$/, '');
  return `${host}${path}${search}`;
}

/** Returns the words of a path with decoded escapes. */
export function toSegments(url: string): string[] {
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
