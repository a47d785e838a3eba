import type { FetchResult } from '../fetch/net.ts';

/** Where the proposal (llmstxt.org) puts the Markdown form of a page. */
type TwinPattern = (page: URL) => string | null;

const PATTERNS: readonly TwinPattern[] = [
  ({ pathname }) => (pathname.endsWith('/') ? null : `${pathname}.md`),
  ({ pathname }) => (pathname.endsWith('/') ? `${pathname}index.html.md` : null),
  ({ pathname }) => (pathname.endsWith('/') ? `${pathname}index.md` : null),
];
/** Pages that show whether a site has Markdown forms at all: trying all of them would double the requests. */
const PROBES = 3;

/** Finds Markdown forms of pages: the declared ones, and by pattern while the site has shown that it has some. */
export class TwinFinder {
  readonly #get: (url: string) => Promise<FetchResult | null>;
  #misses = 0;
  #hits = 0;

  constructor(get: (url: string) => Promise<FetchResult | null>) {
    this.#get = get;
  }

  /** The URL of the page's Markdown form, if there is one. */
  async find(page: string, declared: readonly string[]): Promise<string | null> {
    const [first] = declared;
    if (first !== undefined) return (await this.#isMarkdown(first)) ? first : null;
    if (this.#hits === 0 && this.#misses >= PROBES) return null;
    const url = new URL(page);
    if (url.pathname.endsWith('.md') || url.search) return null;
    for (const pattern of PATTERNS) {
      const path = pattern(url);
      const twin = path === null ? null : new URL(path, url).href;
      if (twin === null || !(await this.#isMarkdown(twin))) continue;
      this.#hits += 1;
      return twin;
    }
    this.#misses += 1;
    return null;
  }

  async #isMarkdown(url: string): Promise<boolean> {
    const result = await this.#get(url);
    if (result?.status !== 200 || result.finalUrl !== url) return false;
    const type = result.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
    // An app answers any URL with its shell: only declared Markdown, or plain text that is no HTML, counts.
    if (type !== 'text/markdown' && type !== 'text/x-markdown' && type !== 'text/plain') return false;
    const start = new TextDecoder().decode(result.body.subarray(0, 512)).trimStart();
    return start !== '' && !start.startsWith('<');
  }
}
