import { resolveHref } from '#llmstxt';
import { scanXml } from './scan-xml.ts';

interface SitemapEntry {
  /** Absolute http(s) URL without fragment. */
  readonly url: string;
  /** As written; null when absent. */
  readonly lastModified: string | null;
}

export interface Sitemap {
  /** `index` lists further sitemaps, `pages` lists pages, `none` is something else (an HTML page, a feed, nothing). */
  readonly kind: 'pages' | 'index' | 'none';
  /** In file order, each URL once. */
  readonly entries: readonly SitemapEntry[];
  /** True when more were listed than `MAX_SITEMAP_ENTRIES`. */
  readonly truncated: boolean;
}

/** https://www.sitemaps.org/protocol.html: no more than 50,000 URLs in one file. */
export const MAX_SITEMAP_ENTRIES = 50_000;
const MAX_URL_CHARS = 2_048;

/**
 * Reads a sitemap, a sitemap index or a plain list of URLs (after any gzip). Total and linear. Common mistakes are
 * accepted: relative locations, and an index whose entries have the URL without `<loc>`.
 * @param url where the file was found: relative locations resolve against it
 */
export function readSitemap(text: string, url: string): Sitemap {
  const start = text.trimStart();
  return start.startsWith('<') ? readXml(start, url) : readLines(start, url);
}

function readXml(text: string, url: string): Sitemap {
  const list = new EntryList(url);
  let kind: Sitemap['kind'] = 'none';
  let prefix = '';
  /** The text of the entry outside and inside `<loc>` and `<lastmod>`; null between entries. */
  let entry: { own: string; loc: string; lastmod: string } | null = null;
  let open: 'own' | 'loc' | 'lastmod' | null = null;
  for (const piece of scanXml(text)) {
    if (piece.kind === 'text') {
      if (entry && open && entry[open].length < MAX_URL_CHARS) entry[open] += piece.text;
      continue;
    }
    const name = piece.name.toLowerCase();
    if (kind === 'none') {
      const root = /^([\w.-]+:)?(urlset|sitemapindex)$/.exec(name);
      if (!root || piece.end) return { kind, entries: [], truncated: false };
      prefix = root[1] ?? '';
      kind = root[2] === 'urlset' ? 'pages' : 'index';
      continue;
    }
    // `image:loc` and its like are not the page: only the root's own namespace prefix counts.
    const local = name.startsWith(prefix) ? name.slice(prefix.length) : name;
    if (local === 'url' || local === 'sitemap') {
      if (entry) list.add(entry.loc || entry.own, entry.lastmod);
      entry = piece.end ? null : { own: '', loc: '', lastmod: '' };
      open = entry ? 'own' : null;
    } else if (local === 'loc' || local === 'lastmod') open = piece.end ? null : local;
    else open = null;
    if (list.full) break;
  }
  if (entry && !list.full) list.add(entry.loc || entry.own, entry.lastmod);
  return { kind, ...list.result };
}

function readLines(text: string, url: string): Sitemap {
  const list = new EntryList(url);
  for (const line of text.split(/[\r\n]+/)) {
    if (/^https?:\/\//i.test(line.trim())) list.add(line, '');
    else if (line.trim() && list.result.entries.length === 0) return { kind: 'none', entries: [], truncated: false };
    if (list.full) break;
  }
  const { entries, truncated } = list.result;
  return { kind: entries.length > 0 ? 'pages' : 'none', entries, truncated };
}

class EntryList {
  readonly #base: string;
  readonly #entries = new Map<string, SitemapEntry>();
  full = false;

  constructor(base: string) {
    this.#base = base;
  }

  add(location: string, lastmod: string): void {
    const trimmed = location.trim();
    if (!trimmed || trimmed.length > MAX_URL_CHARS || /\s/.test(trimmed)) return;
    const url = resolveHref(trimmed, this.#base);
    if (!url || this.#entries.has(url)) return;
    if (this.#entries.size >= MAX_SITEMAP_ENTRIES) this.full = true;
    else this.#entries.set(url, { url, lastModified: lastmod.trim().slice(0, 40) || null });
  }

  get result(): { readonly entries: readonly SitemapEntry[]; readonly truncated: boolean } {
    return { entries: [...this.#entries.values()], truncated: this.full };
  }
}
