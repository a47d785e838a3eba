import { resolveHref } from '#llmstxt';
import { XmlScanner } from './scan-xml.ts';

export interface Sitemap {
  /** `index` lists further sitemaps, `pages` lists pages, `none` is something else (an HTML page, a feed, nothing). */
  readonly kind: 'pages' | 'index' | 'none';
  /** Absolute http(s) URLs without fragment, in file order, each once. */
  readonly urls: readonly string[];
  /** True when more were listed than is kept. */
  readonly truncated: boolean;
}

/** https://www.sitemaps.org/protocol.html allows 50,000 URLs in one file: a draft needs sixty of them, and any of the first will do. */
export const MAX_SITEMAP_URLS = 5_000;
/** Of all URLs together: twice what as many URLs of usual length have. */
const MAX_CHARS = 1024 * 1024;
const MAX_URL_CHARS = 2_048;

/** One format of a sitemap, read in parts. `add` returns false when nothing more is wanted. */
interface Format {
  add(text: string): boolean;
  end(text: string): Sitemap;
}

const NOTHING: Sitemap = { kind: 'none', urls: [], truncated: false };

/**
 * Reads a sitemap, a sitemap index or a plain list of URLs, part by part, in bounded memory. Total and linear. Common mistakes
 * are accepted: relative locations, and an index whose entries have the URL without `<loc>`.
 */
export class SitemapReader {
  readonly #url: string;
  readonly #decoder = new TextDecoder();
  #format: Format | null = null;

  /** @param url where the file was found: relative locations resolve against it */
  constructor(url: string) {
    this.#url = url;
  }

  /** Takes the next part, of any length. False when nothing more is wanted. */
  add(part: Uint8Array): boolean {
    const text = this.#decoder.decode(part, { stream: true });
    if (this.#format) return this.#format.add(text);
    const start = text.trimStart();
    if (start === '') return true;
    this.#format = start.startsWith('<') ? new XmlFormat(this.#url) : new LineFormat(this.#url);
    return this.#format.add(start);
  }

  /** All that was read; the file may have been cut. */
  end(): Sitemap {
    return this.#format?.end(this.#decoder.decode()) ?? NOTHING;
  }
}

class XmlFormat implements Format {
  readonly #list: UrlList;
  readonly #scanner = new XmlScanner();
  #kind: Sitemap['kind'] | null = null;
  #prefix = '';
  /** The text of the entry outside and inside `<loc>`; null between entries. */
  #entry: { own: string; loc: string } | null = null;
  #open: 'own' | 'loc' | null = null;

  constructor(url: string) {
    this.#list = new UrlList(url);
  }

  add(text: string, isLast = false): boolean {
    for (const piece of this.#scanner.scan(text, isLast)) {
      if (piece.kind === 'tag') this.#readTag(piece.name.toLowerCase(), piece.end);
      else if (this.#entry && this.#open) {
        const before = this.#entry[this.#open];
        if (before.length <= MAX_URL_CHARS) this.#entry[this.#open] = before + piece.text.slice(0, MAX_URL_CHARS + 1);
      }
      if (this.#kind === 'none' || this.#list.isFull) return false;
    }
    return true;
  }

  end(text: string): Sitemap {
    this.add(text, true);
    this.#endEntry();
    return this.#kind === null || this.#kind === 'none' ? NOTHING : { kind: this.#kind, ...this.#list.result };
  }

  #readTag(name: string, end: boolean): void {
    if (this.#kind === null) {
      const root = end ? null : /^([\w.-]+:)?(urlset|sitemapindex)$/.exec(name);
      this.#prefix = root?.[1] ?? '';
      this.#kind = root ? (root[2] === 'urlset' ? 'pages' : 'index') : 'none';
      return;
    }
    // `image:loc` and its like are not the page: only the root's own namespace prefix counts.
    const local = name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : name;
    if (local === 'url' || local === 'sitemap') {
      this.#endEntry();
      this.#entry = end ? null : { own: '', loc: '' };
      this.#open = end ? null : 'own';
    } else this.#open = local === 'loc' && !end ? 'loc' : null;
  }

  #endEntry(): void {
    if (this.#entry) this.#list.add(this.#entry.loc || this.#entry.own);
    this.#entry = null;
  }
}

class LineFormat implements Format {
  readonly #list: UrlList;
  #line = '';
  #isNone = false;

  constructor(url: string) {
    this.#list = new UrlList(url);
  }

  add(text: string): boolean {
    const lines = text.split(/[\r\n]+/);
    const last = lines.pop() ?? '';
    for (const line of lines) {
      this.#continue(line);
      this.#endLine();
      if (this.#isNone || this.#list.isFull) return false;
    }
    this.#continue(last);
    return true;
  }

  end(text: string): Sitemap {
    this.add(text);
    this.#endLine();
    const { urls, truncated } = this.#list.result;
    return this.#isNone || urls.length === 0 ? NOTHING : { kind: 'pages', urls, truncated };
  }

  #continue(text: string): void {
    if (this.#line.length <= MAX_URL_CHARS) this.#line += text.slice(0, MAX_URL_CHARS + 1);
  }

  #endLine(): void {
    const line = this.#line.trim();
    this.#line = '';
    if (/^https?:\/\//i.test(line)) this.#list.add(line);
    else if (line && this.#list.isEmpty) this.#isNone = true;
  }
}

class UrlList {
  readonly #base: string;
  readonly #urls = new Set<string>();
  #chars = 0;
  isFull = false;

  constructor(base: string) {
    this.#base = base;
  }

  get isEmpty(): boolean {
    return this.#urls.size === 0;
  }

  get result(): { readonly urls: readonly string[]; readonly truncated: boolean } {
    return { urls: [...this.#urls], truncated: this.isFull };
  }

  add(location: string): void {
    const trimmed = location.trim();
    if (!trimmed || trimmed.length > MAX_URL_CHARS || /\s/.test(trimmed)) return;
    const resolved = resolveHref(trimmed, this.#base);
    // Copied: a part of a string keeps all of it in memory.
    const url = resolved && Buffer.from(resolved).toString();
    if (!url || this.#urls.has(url)) return;
    if (this.#urls.size >= MAX_SITEMAP_URLS || this.#chars + url.length > MAX_CHARS) {
      this.isFull = true;
      return;
    }
    this.#urls.add(url);
    this.#chars += url.length;
  }
}
