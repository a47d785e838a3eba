import { normalizeUrl } from '#llmstxt';

/** One page, however its address is written. Two spellings of one page have the same `key`. */
export interface PageAddress {
  readonly url: URL;
  /** Host without `www.`, and path: what a scope is compared with. Ends with a slash. */
  readonly place: string;
  readonly key: string;
}

/** Browsers and servers refuse longer ones. */
export const MAX_ADDRESS_CHARACTERS = 2_000;

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** `index.html`, `index.md`, `index.html.md` and so on: the page is its directory. */
const INDEX_PAGE = /\/index(?:\.html?)?(?:\.mdx?)?$/i;
/** A page and its Markdown: `page`, `page.html`, `page.md`, `page.html.md`. */
const TWIN_SUFFIX = /(?<=[^/])(?:\.html?(?:\.mdx?)?|\.mdx?)$/i;
const TRACKING =
  /^(?:utm_\w+|mtm_\w+|pk_\w+|hsa_\w+|gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|fbclid|igshid|msclkid|yclid|twclid|ttclid|li_fat_id|epik|srsltid|mc_[ce]id|mkt_tok|_hsenc|_hsmi|__hstc|__hssc|__hsfp|_gl|_ga|vero_id|oly_(?:anon|enc)_id)$/i;
/** Where a script shows another page for each fragment, the fragment names the page. */
const ROUTE_IN_FRAGMENT = /^#!?\//;

/** The http(s) address of a page, also typed without its scheme; null for anything else. */
export function parsePageAddress(text: string): PageAddress | null {
  const typed = text.trim();
  if (typed.length > MAX_ADDRESS_CHARACTERS) return null;
  const url = URL.parse(SCHEME.test(typed) ? typed : `https://${typed}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const host = hostOf(url);
  const path = normalizeUrl(url.pathname);
  const page = withoutSlash(withoutSlash(path).replace(INDEX_PAGE, '').replace(TWIN_SUFFIX, ''));
  const fragment = ROUTE_IN_FRAGMENT.test(url.hash) ? url.hash : '';
  return { url, place: `${host}${path.replace(/\/*$/, '/')}`, key: `${host}${page}${plainQuery(url)}${fragment}` };
}

/** What a file at this address covers: the URLs under its path. */
export function scopeOf(file: string): string {
  return new URL('.', file).href;
}

/** Whether a page is under a scope, whatever scheme and `www.` either is written with. */
export function isInScope(page: PageAddress, scope: string): boolean {
  const place = parsePageAddress(scope)?.place;
  return place !== undefined && page.place.startsWith(place);
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '');

/** The key of a page in 32 bits, by which it is found; whoever finds something compares the keys. */
export function hashOfKey(key: string): number {
  // FNV-1a.
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash;
}

function hostOf({ hostname, port }: URL): string {
  return `${hostname.replace(/\.$/, '').replace(/^(?:www\.)+(?=[^.]+\.)/, '')}${port === '' ? '' : `:${port}`}`;
}

function plainQuery({ search }: URL): string {
  if (search === '') return '';
  const kept = [...new URLSearchParams(search)].filter(([name]) => !TRACKING.test(name));
  if (kept.length === 0) return '';
  return `?${new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))))}`;
}
