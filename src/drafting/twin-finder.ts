import type { PageFacts } from '#llmstxt';
import { type TwinWay, twinAddress } from '../directory/page-twins.ts';
import { isAbout, listNames, markdownHeadings } from '../extract/markdown-page.ts';
import type { FetchResult } from '../fetch/net.ts';

/** Most pages tried to find whether a site has Markdown versions. Most tries are guesses, and each takes a second. */
const PROBES = 2;
const WAYS: readonly TwinWay[] = ['append-md', 'replace-html', 'index-html-md'];

export interface TwinFinderOptions {
  /** Returns the URL that a draft lists for a link, or null if the link leads off the site. */
  readonly addressOf: (href: string) => string | null;
  readonly get: (url: string) => Promise<FetchResult | null>;
  readonly siteTitle: string | null;
}

/** Finds declared Markdown versions of pages. Finds versions by URL pattern if the first tries succeed. */
export class TwinFinder {
  readonly #options: TwinFinderOptions;
  #misses = 0;
  readonly #worked = new Set<TwinWay>();

  constructor(options: TwinFinderOptions) {
    this.#options = options;
  }

  /** Returns the URL of the page's Markdown version, or null. */
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
    const names = listNames(page, siteTitle);
    if (url === null || names.size === 0) return null;
    const result = await get(url);
    const headings = result && markdownHeadings(result);
    return headings && isAbout(headings, names) ? url : null;
  }
}
