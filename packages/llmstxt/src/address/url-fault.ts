import { shorten } from '../reporting/shorten.ts';
import type { Authority } from './read-authority.ts';

const SCHEME = /^[a-z][a-z\d+.-]{0,30}:/i;
/** Matches a URL without a host. Browsers read a backslash as a slash. */
const NO_HOST = /^https?:(?![/\\]{2}[^/\\])/i;
/**
 * Text that JavaScript or an author writes for a missing value. Site builders name real pages `undefined`, so it counts
 * only at the beginning.
 */
const MISSING_BASE = /^\/?(?:undefined|null|NaN)(?:\/|$)|^(?:URL|url|link|TODO|\.{3})$/;
const MISSING_PART =
  /\[object(?: |%20)Object\]|%5Bobject(?:%20|\+)Object%5D|[?&][^=&#]{1,50}=(?:undefined|null|NaN)(?:[&#]|$)/;
const NO_ESCAPE = /^[^#]*%(?![\da-f]{2})/i;
/**
 * Ports from https://fetch.spec.whatwg.org/#port-blocking: SSH, Telnet, mail, DNS, X11, IRC. No host listens on port
 * 0.
 */
const CLOSED_PORT = /^(?:0|2[0-35]|53|110|143|6000|666[5-9])$/;

/** Reports whether a written URL has no content: a lone `#` of a template, empty quotes, or invisible characters. */
export function isMissingUrl(href: string): boolean {
  return !/[\p{L}\d./?]/u.test(href);
}

/**
 * Returns the fault of an http(s) or relative URL, in words that follow a colon, or null.
 * @param authority authority of the resolved `href`, or null
 * @param ownHost host of the file, which may have any name. Empty if unknown
 */
export function findUrlFault(href: string, authority: Authority | null, ownHost: string): string | null {
  if (NO_HOST.test(href) || (!SCHEME.test(href) && isMistyped(href, ownHost))) return 'its beginning is mistyped';
  if (MISSING_BASE.test(href) || MISSING_PART.test(href)) return 'it lacks a value';
  if (href.includes('%') && NO_ESCAPE.test(href)) return 'its "%" begins no escape';
  if (authority === null) return null;
  const { host, port, fault } = authority;
  if (fault?.kind === 'impossible' && host !== ownHost) return `${shorten(host)} is ${fault.words}`;
  return CLOSED_PORT.test(port) ? `browsers refuse port ${port}` : null;
}

/** Reports whether a URL lacks an intended scheme, is an address of email or SSH, or is in backticks. */
function isMistyped(href: string, ownHost: string): boolean {
  return (
    /^(?:`|[^/?#]{1,9}\bhttps?:|https?[^\w/:]{0,2}\/\/|www\.[^/]+\.[a-z]|[\w.+-]{1,64}@[\w-]+\.[a-z])/i.test(href) ||
    (ownHost !== '' && href.startsWith(`${ownHost}/`))
  );
}
