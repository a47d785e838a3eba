import { findGroup, type TwinRule, type TwinWay } from '../../../directory/page-twins.ts';
import { isAbout, markdownHeadings } from '../../../extract/markdown-page.ts';
import type { FetchResult } from '../../../fetch/net.ts';
import { computeHash } from '../compute-hash.ts';
import { GUESSED_WAYS, markdownAddress, type TwinPage } from './twin-page.ts';
import type { TwinRequests } from './twin-requests.ts';

/** Result of testing a group of pages. */
export type Tested = Pick<TwinRule, 'by' | 'tested' | 'found'>;

export interface ListedMarkdown {
  readonly url: string;
  readonly headings: readonly string[];
}

/** Names of a page, in the form of `namesOf`. Markdown without one of these names is about another page. */
export type NamesOf = (page: TwinPage) => ReadonlySet<string>;

type Found = TwinRule['found'][number];

/** Tests groups one after another, because a result helps with the next group. */
export class TwinTester {
  readonly #requests: TwinRequests;
  /** Patterns that worked on the site. The test tries them first. */
  readonly #worked = new Set<TwinWay>();
  /** Texts of earlier groups. A text with several URLs is not the version of one page. */
  readonly #knownTexts: Set<string>;

  /** @param knownTexts SHA-256 of texts that are not versions of pages, such as the llms.txt */
  constructor(requests: TwinRequests, knownTexts: readonly string[]) {
    this.#requests = requests;
    this.#knownTexts = new Set(knownTexts);
  }

  /** Returns null if too few requests were left. */
  async testGroup(pages: Iterable<TwinPage> | AsyncIterable<TwinPage>, listNames: NamesOf): Promise<Tested | null> {
    const texts = new Set<string>();
    const twins: Found[] = [];
    let by: TwinWay | null = null;
    let tested = 0;
    for await (const page of pages) {
      const ways: readonly TwinWay[] = by === null ? [...new Set([...this.#worked, ...GUESSED_WAYS])] : [by];
      const result = await this.#tryWays(page, ways, listNames(page), texts);
      if (result === 'not-asked') break;
      tested += 1;
      if (result !== 'other') {
        by = result.by;
        twins.push({ page: page.url, markdown: result.markdown });
      }
      if (by === null) break;
    }
    // A text that appears under every URL is not a version of the pages.
    const isOneText = texts.size < twins.length;
    for (const text of texts) this.#knownTexts.add(text);
    if (tested === 0) return null;
    if (by === null || isOneText) return { by: null, tested, found: [] };
    this.#worked.add(by);
    return { by, tested, found: twins };
  }

  /**
   * Returns the group of pages whose Markdown versions are listed.
   * @param read returns the page of a file's URL, or null if the URL names no page
   */
  async testListed(
    files: readonly ListedMarkdown[],
    read: (markdown: string) => Promise<TwinPage | null>,
    listNames: NamesOf,
  ): Promise<{ readonly group: string; readonly tested: Tested } | null> {
    const twins: Found[] = [];
    let group: string | null = null;
    let by: TwinWay | null = null;
    let tested = 0;
    for (const { url, headings } of files) {
      const page = await read(url);
      if (page === null || (group !== null && findGroup(page.url) !== group)) break;
      const way = GUESSED_WAYS.find((each) => markdownAddress(each, page) === url);
      const isIts = way !== undefined && (by ?? way) === way && isAbout(headings, listNames(page));
      if (!isIts && group === null) break;
      tested += 1;
      group ??= findGroup(page.url);
      if (!isIts) continue;
      by = way;
      twins.push({ page: page.url, markdown: url });
    }
    if (group === null || by === null) return null;
    this.#worked.add(by);
    return { group, tested: { by, tested, found: twins } };
  }

  async #tryWays(
    page: TwinPage,
    ways: readonly TwinWay[],
    names: ReadonlySet<string>,
    texts: Set<string>,
  ): Promise<{ readonly by: TwinWay; readonly markdown: string } | 'other' | 'not-asked'> {
    if (names.size === 0) return 'not-asked';
    for (const by of ways) {
      const markdown = markdownAddress(by, page);
      if (markdown === null) continue;
      const headers = by === 'accept' ? { accept: 'text/markdown, */*;q=0.1' } : undefined;
      const result: FetchResult | null = await this.#requests.get(markdown, undefined, headers);
      if (result === null) return 'not-asked';
      const headings = markdownHeadings(result);
      const text = computeHash(result.body);
      if (headings === null || !isAbout(headings, names) || this.#knownTexts.has(text)) continue;
      texts.add(text);
      return { by, markdown };
    }
    return 'other';
  }
}
