import { resolveHref } from '#llmstxt';
import { findAttribute, XmlScanner } from './scan-xml.ts';

export interface Sitemap {
  /** Kind of the file. `index` lists sitemaps, and `pages` lists pages. `none` is another file, such as an HTML page. */
  readonly kind: 'pages' | 'index' | 'none';
  /** Absolute http(s) URLs without fragment or duplicates, in file order. */
  readonly urls: readonly string[];
  /** True if the file lists more URLs than are kept. */
  readonly truncated: boolean;
}

/** Most URLs kept. A file may list 50,000 (https://www.sitemaps.org/protocol.html), and a draft needs sixty. */
export const MAX_SITEMAP_URLS = 5_000;
/** Most characters of all URLs together. Usual files have half. */
const MAX_CHARS = 1024 * 1024;
const MAX_URL_CHARS = 2_048;

/** Reader of one sitemap format, fed in parts. `add` returns false to stop reading. */
interface Format {
  add(text: string): boolean;
  end(text: string): Sitemap;
}

const NOTHING: Sitemap = { kind: 'none', urls: [], truncated: false };

/**
 * Reads a sitemap, a sitemap index, a feed or a plain list of URLs in parts, in bounded memory. Needs linear time and
 * never throws. Accepts relative locations, and index entries without `<loc>`.
 */
export class SitemapReader {
  readonly #url: string;
  readonly #decoder = new TextDecoder();
  #format: Format | null = null;

  /** @param url URL of the file, the base of relative locations */
  constructor(url: string) {
    this.#url = url;
  }

  /** Reads the next part, of any length. Returns false to stop reading. */
  add(part: Uint8Array): boolean {
    const text = this.#decoder.decode(part, { stream: true });
    if (this.#format) return this.#format.add(text);
    const start = text.trimStart();
    if (start === '') return true;
    this.#format = start.startsWith('<') ? new XmlFormat(this.#url) : new LineFormat(this.#url);
    return this.#format.add(start);
  }

  /** Returns the result so far. The file may have been cut. */
  end(): Sitemap {
    return this.#format?.end(this.#decoder.decode()) ?? NOTHING;
  }
}

/** Entry elements by root element. */
interface Vocabulary {
  readonly kind: 'pages' | 'index';
  readonly entries: ReadonlySet<string>;
  readonly location: string;
}

/** Entry elements. An index may contain sitemap entries, and a sitemap may contain index entries. */
const SITEMAP = { entries: new Set(['url', 'sitemap']), location: 'loc' };

/** Vocabularies by root element. sitemaps.org accepts RSS 2.0 and Atom feeds as sitemaps. */
const VOCABULARIES: Readonly<Record<string, Vocabulary>> = {
  urlset: { ...SITEMAP, kind: 'pages' },
  sitemapindex: { ...SITEMAP, kind: 'index' },
  rss: { kind: 'pages', entries: new Set(['item']), location: 'link' },
  feed: { kind: 'pages', entries: new Set(['entry']), location: 'link' },
  // Use no prefix, because RSS 1.0 entries have no prefix.
  'rdf:rdf': { kind: 'pages', entries: new Set(['item']), location: 'link' },
};

class XmlFormat implements Format {
  readonly #list: UrlList;
  readonly #scanner = new XmlScanner();
  /** Null before the root, `none` for an unknown root. */
  #vocabulary: Vocabulary | 'none' | null = null;
  #prefix = '';
  /** Text of the entry outside and inside `<loc>`. Null between entries. */
  #entry: { own: string; loc: string } | null = null;
  #open: 'own' | 'loc' | null = null;

  constructor(url: string) {
    this.#list = new UrlList(url);
  }

  add(text: string, isLast = false): boolean {
    for (const piece of this.#scanner.scan(text, isLast)) {
      if (piece.kind === 'tag') this.#readTag(piece.name.toLowerCase(), piece.end, piece.attributes);
      else if (this.#entry && this.#open) {
        const before = this.#entry[this.#open];
        if (before.length <= MAX_URL_CHARS) this.#entry[this.#open] = before + piece.text.slice(0, MAX_URL_CHARS + 1);
      }
      if (this.#vocabulary === 'none' || this.#list.isFull) return false;
    }
    return true;
  }

  end(text: string): Sitemap {
    this.add(text, true);
    this.#endEntry();
    const vocabulary = this.#vocabulary;
    if (vocabulary === null || vocabulary === 'none') return NOTHING;
    const isEmptyFeed = vocabulary.location === 'link' && this.#list.isEmpty;
    return isEmptyFeed ? NOTHING : { kind: vocabulary.kind, ...this.#list.result };
  }

  #readTag(name: string, end: boolean, attributes: string): void {
    const vocabulary = this.#vocabulary;
    if (vocabulary === null) {
      this.#readRoot(end ? '' : name);
      return;
    }
    if (vocabulary === 'none') return;
    // Require the root's namespace prefix, because `image:loc` is not the page.
    const local = name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : name;
    if (vocabulary.entries.has(local)) {
      this.#endEntry();
      this.#entry = end ? null : { own: '', loc: '' };
      this.#open = end ? null : 'own';
    } else if (local === vocabulary.location && !end) {
      this.#open = 'loc';
      // Read the URL of Atom from an attribute. Other relations are enclosures, comments and edits.
      const href = /^(?:alternate)?$/i.test(findAttribute(attributes, 'rel') ?? '')
        ? findAttribute(attributes, 'href')
        : null;
      if (this.#entry && href) this.#entry.loc ||= href.slice(0, MAX_URL_CHARS + 1);
    } else this.#open = null;
  }

  #readRoot(name: string): void {
    const local = Object.hasOwn(VOCABULARIES, name) ? name : name.replace(/^[\w.-]+:/, '');
    const vocabulary = Object.hasOwn(VOCABULARIES, local) ? VOCABULARIES[local] : undefined;
    this.#prefix = name.slice(0, name.length - local.length);
    this.#vocabulary = vocabulary ?? 'none';
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
    else if (line && !line.startsWith('#') && this.#list.isEmpty) this.#isNone = true;
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
    // Copy the text, because a substring keeps the whole string in memory.
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
