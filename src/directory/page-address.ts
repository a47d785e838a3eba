import { normalizeUrl } from '#llmstxt';

/** Normalized address of a page. All spellings of a page's URL have the same `key`. */
export interface PageAddress {
  readonly url: URL;
  /** Host without `www.`, and path with a final slash, for comparison with scopes. */
  readonly place: string;
  readonly key: string;
}

/** Longest URL. Browsers and servers refuse longer URLs. */
export const MAX_ADDRESS_CHARACTERS = 2_000;

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** Matches names such as `index.html` and `index.html.md`, which mean the folder. */
const INDEX_PAGE = /\/index(?:\.html?)?(?:\.mdx?)?$/i;
/** Matches the suffix of a page or its Markdown: `page`, `page.html`, `page.md`, `page.html.md`. */
const TWIN_SUFFIX = /(?<=[^/])(?:\.html?(?:\.mdx?)?|\.mdx?)$/i;
const TRACKING =
  /^(?:utm_\w+|mtm_\w+|pk_\w+|hsa_\w+|gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|fbclid|igshid|msclkid|yclid|twclid|ttclid|li_fat_id|epik|srsltid|mc_[ce]id|mkt_tok|_hsenc|_hsmi|__hstc|__hssc|__hsfp|_gl|_ga|vero_id|oly_(?:anon|enc)_id)$/i;
/** Matches a fragment that identifies a page of a client-side router. */
const ROUTE_IN_FRAGMENT = /^#!?\//;

/** Parses the http(s) URL of a page, also without its scheme. Returns null for other input. */
export function parsePageAddress(text: string): PageAddress | null {
  const typed = text.trim();
  if (typed.length > MAX_ADDRESS_CHARACTERS) return null;
  const url = URL.parse(SCHEME.test(typed) ? typed : `https://${typed}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const host = toHost(url);
  const path = normalizeUrl(url.pathname);
  const page = withoutSlash(withoutSlash(path).replace(INDEX_PAGE, '').replace(TWIN_SUFFIX, ''));
  const fragment = ROUTE_IN_FRAGMENT.test(url.hash) ? url.hash : '';
  return { url, place: `${host}${withoutSlash(path)}/`, key: `${host}${page}${plainQuery(url)}${fragment}` };
}

/** Returns the scope of a file: the URLs under its path. */
export function toScope(file: string): string {
  return new URL('.', file).href;
}

/** Reports whether a page is in a scope. Ignores schemes and `www.`. */
export function isInScope(page: PageAddress, scope: string): boolean {
  const place = parsePageAddress(scope)?.place;
  return place !== undefined && page.place.startsWith(place);
}

/** The lookbehind keeps the time linear. */
const withoutSlash = (path: string) => path.replace(/(?<!\/)\/+$/, '');

/** Returns a 32-bit hash of a page's key for lookups. Different keys may have an equal hash. */
export function hashOfKey(key: string): number {
  // FNV-1a.
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash;
}

function toHost({ hostname, port }: URL): string {
  return `${hostname.replace(/\.$/, '').replace(/^(?:www\.)+(?=[^.]+\.)/, '')}${port === '' ? '' : `:${port}`}`;
}

function plainQuery({ search }: URL): string {
  if (search === '') return '';
  const parameters = [...new URLSearchParams(search)].filter(([name]) => !TRACKING.test(name));
  if (parameters.length === 0) return '';
  return `?${new URLSearchParams(parameters.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))))}`;
}
