import { readdirSync, readFileSync } from 'node:fs';
import { parse } from '#llmstxt';
import { mulberry32 } from '../../mulberry32.ts';
import type { RealSite } from '../search/fill-from-corpus.ts';

const SITEMAPS = new URL('../../../../shared/corpus/html/sitemaps/', import.meta.url);
const PER_KIND = 5;

/** Page of a real site with its expected resolution. */
interface LabelledPage {
  /** URL of the page in one spelling. */
  readonly url: string;
  readonly spelling: string;
  readonly file: string;
  /** Titles of the page's lines in the file. Empty if the file does not list the page. */
  readonly titles: readonly string[];
}

const random = mulberry32(20_261_124);
const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];

/** Spellings of one page URL. */
const SPELLINGS: Readonly<Record<string, (url: URL) => void>> = {
  'as listed': () => {},
  scheme: (url) => {
    url.protocol = url.protocol === 'https:' ? 'http:' : 'https:';
  },
  www: (url) => {
    url.hostname = url.hostname.startsWith('www.') ? url.hostname.slice(4) : `www.${url.hostname}`;
  },
  slash: (url) => {
    url.pathname = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`;
  },
  fragment: (url) => {
    url.hash = '#install';
  },
  tracking: (url) => {
    url.searchParams.set('utm_source', 'agent');
    url.searchParams.set('gclid', 'x1');
  },
  twin: (url) => {
    url.pathname = /\.mdx?$/.test(url.pathname)
      ? url.pathname.replace(/\.mdx?$/, '')
      : `${url.pathname}${url.pathname.endsWith('/') ? 'index.html.md' : '.md'}`;
  },
};

function spell(url: string): { readonly url: string; readonly spelling: string } {
  const [spelling = '', change = () => {}] = pick(Object.entries(SPELLINGS)) ?? [];
  const spelled = new URL(url);
  change(spelled);
  return { url: spelled.href, spelling };
}

/** Returns the page key without the variations above. */
function plain(address: string): string {
  const url = new URL(address);
  const path = url.pathname
    .replace(/\/index\.(?:html|md|html\.md)$/, '/')
    .replace(/(?:\.html?)?(?:\.mdx?)?$/, '')
    .replace(/\/+$/, '');
  return `${url.hostname.replace(/^www\./, '')}${path}${url.search}`;
}

/** Returns named links of a file to pages of its host. */
function ownLinks({ domain, text }: RealSite) {
  return parse(text, { url: `https://${domain}/llms.txt` }).links.flatMap(({ url, title }) => {
    const host = url === null ? '' : (URL.parse(url)?.hostname ?? '');
    return url !== null && /^https?:/.test(url) && host.replace(/^www\./, '') === domain ? [{ url, title }] : [];
  });
}

/** Labels pages of one site: links of its file, and other pages with paths of real sites. */
function labelPages(site: RealSite, paths: readonly string[]): LabelledPage[] {
  const links = ownLinks(site);
  // Keep a fragment that is a script route, because it identifies another page.
  const plainLinks = links.filter(({ url }) => !/#!?\//.test(url));
  if (plainLinks.length < PER_KIND) return [];
  const file = `https://${site.domain}/llms.txt`;
  const listed = Array.from({ length: PER_KIND }, () => {
    const { url = '' } = pick(plainLinks) ?? {};
    const titles = links.flatMap((link) => (plain(link.url) === plain(url) ? [link.title] : []));
    return { ...spell(url), file, titles };
  });
  const known = new Set(links.map(({ url }) => plain(url)));
  const others = Array.from({ length: PER_KIND }, () => `https://${site.domain}${pick(paths)}`)
    .filter((url) => !known.has(plain(url)))
    .map((url) => ({ ...spell(url), file, titles: [] }));
  return [...listed, ...others];
}

/** Reads the paths that real sitemaps contain. */
function readSitemapPaths(): readonly string[] {
  return readdirSync(SITEMAPS).flatMap((name) => {
    const text = readFileSync(new URL(name, SITEMAPS), 'utf8');
    return [...text.matchAll(/<loc>\s*(https?:\/\/[^<\s]+?)\s*<\/loc>/g)].flatMap(([, loc = '']) => {
      const url = URL.parse(loc);
      return url && url.search === '' && url.pathname.length > 1 ? [url.pathname] : [];
    });
  });
}

/** Labels pages of the first `count` sites with enough links. */
export function labelSites(sites: readonly RealSite[], count: number): readonly (readonly LabelledPage[])[] {
  const paths = readSitemapPaths();
  return sites
    .map((site) => labelPages(site, paths))
    .filter((pages) => pages.length > 0)
    .slice(0, count);
}
