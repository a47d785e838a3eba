import type { PageFacts } from '#llmstxt';
import { type TwinWay, twinAddress } from '../directory/page-twins.ts';
import { isAbout, markdownHeadings, namesOf } from '../extract/markdown-page.ts';
import type { FetchResult } from '../fetch/net.ts';

/** Pages that show whether a site has Markdown versions at all: trying all of them would multiply the requests. */
const PROBES = 3;
const WAYS: readonly TwinWay[] = ['append-md', 'replace-html', 'index-html-md'];

/** Finds Markdown versions of pages: the declared ones, and by address while the site has shown that it has some. */
export class TwinFinder {
  readonly #get: (url: string) => Promise<FetchResult | null>;
  readonly #siteTitle: string | null;
  #misses = 0;
  /** The ways that have led to one. */
  readonly #worked = new Set<TwinWay>();

  constructor(get: (url: string) => Promise<FetchResult | null>, siteTitle: string | null) {
    this.#get = get;
    this.#siteTitle = siteTitle;
  }

  /** The URL of the page's Markdown version, if there is one. */
  async find(page: PageFacts): Promise<string | null> {
    const [declared] = page.markdownAlternates;
    if (declared !== undefined) return (await this.#isVersion(declared, page)) ? declared : null;
    if (this.#worked.size === 0 && this.#misses >= PROBES) return null;
    const url = new URL(page.url);
    if (url.pathname.endsWith('.md') || url.search) return null;
    for (const way of this.#worked.size > 0 ? this.#worked : WAYS) {
      const twin = twinAddress(way, page.url);
      if (twin === null || !(await this.#isVersion(twin, page))) continue;
      this.#worked.add(way);
      return twin;
    }
    this.#misses += 1;
    return null;
  }

  async #isVersion(url: string, page: PageFacts): Promise<boolean> {
    const names = namesOf(page, this.#siteTitle);
    if (names.size === 0) return false;
    const result = await this.#get(url);
    const headings = result && markdownHeadings(result);
    return headings !== null && isAbout(headings, names);
  }
}
