import type { PageFacts } from '#llmstxt';
import { type TwinWay, twinAddress } from '../directory/page-twins.ts';
import { isAbout, markdownHeadings, namesOf } from '../extract/markdown-page.ts';
import type { FetchResult } from '../fetch/net.ts';

/** Pages that show whether a site has Markdown versions at all. Each guess costs a second that a page could have. */
const PROBES = 2;
const WAYS: readonly TwinWay[] = ['append-md', 'replace-html', 'index-html-md'];

export interface TwinFinderOptions {
  /** Null for an address that leaves the site: pages could name any number of addresses of others. */
  readonly addressOf: (href: string) => string | null;
  readonly get: (url: string) => Promise<FetchResult | null>;
  readonly siteTitle: string | null;
}

/** Finds Markdown versions of pages: the declared ones, and by address while the site has shown that it has some. */
export class TwinFinder {
  readonly #options: TwinFinderOptions;
  #misses = 0;
  /** The ways that have led to one. */
  readonly #worked = new Set<TwinWay>();

  constructor(options: TwinFinderOptions) {
    this.#options = options;
  }

  /** The URL of the page's Markdown version, if there is one. */
  async find(page: PageFacts): Promise<string | null> {
    const [declared] = page.markdownAlternates;
    if (declared !== undefined) return this.#versionAt(declared, page);
    if (this.#worked.size === 0 && this.#misses >= PROBES) return null;
    const url = new URL(page.url);
    if (url.pathname.endsWith('.md') || url.search) return null;
    for (const way of this.#worked.size > 0 ? this.#worked : WAYS) {
      const guess = twinAddress(way, page.url);
      const twin = guess && (await this.#versionAt(guess, page));
      if (!twin) continue;
      this.#worked.add(way);
      return twin;
    }
    this.#misses += 1;
    return null;
  }

  async #versionAt(href: string, page: PageFacts): Promise<string | null> {
    const { addressOf, get, siteTitle } = this.#options;
    const url = addressOf(href);
    const names = namesOf(page, siteTitle);
    if (url === null || names.size === 0) return null;
    const result = await get(url);
    const headings = result && markdownHeadings(result);
    return headings && isAbout(headings, names) ? url : null;
  }
}
