import { groupOf, type TwinRule, type TwinWay } from '../../../directory/page-twins.ts';
import { isAbout, markdownHeadings } from '../../../extract/markdown-page.ts';
import type { FetchResult } from '../../../fetch/net.ts';
import { hashOf } from '../hash-of.ts';
import { GUESSED_WAYS, markdownAddress, type TwinPage } from './twin-page.ts';
import type { TwinRequests } from './twin-requests.ts';

/** What a test of a group of pages has shown. */
export type Tested = Pick<TwinRule, 'by' | 'tested' | 'found'>;

/** A file that the llms.txt lists and that is Markdown. */
export interface ListedMarkdown {
  readonly url: string;
  readonly headings: readonly string[];
}

/** What a page is called, in the form of `namesOf`: Markdown under none of these names is not about the page. */
export type NamesOf = (page: TwinPage) => ReadonlySet<string>;

type Found = TwinRule['found'][number];

/** Tests group after group; what it learns of one helps with the next. */
export class TwinTester {
  readonly #requests: TwinRequests;
  /** What the pages of one site have in common is tried first. */
  readonly #worked = new Set<TwinWay>();
  /** Of earlier groups: a text that stands under other addresses too is no version of one page. */
  readonly #knownTexts: Set<string>;

  /** @param knownTexts SHA-256 of texts that are no versions of pages, such as the llms.txt */
  constructor(requests: TwinRequests, knownTexts: readonly string[]) {
    this.#requests = requests;
    this.#knownTexts = new Set(knownTexts);
  }

  /** Null where too little could be asked. */
  async testGroup(pages: Iterable<TwinPage> | AsyncIterable<TwinPage>, namesOf: NamesOf): Promise<Tested | null> {
    const texts = new Set<string>();
    const found: Found[] = [];
    let by: TwinWay | null = null;
    let tested = 0;
    for await (const page of pages) {
      const ways: readonly TwinWay[] = by === null ? [...new Set([...this.#worked, ...GUESSED_WAYS])] : [by];
      const result = await this.#tryWays(page, ways, namesOf(page), texts);
      if (result === 'not-asked') break;
      tested += 1;
      if (result !== 'other') {
        by = result.by;
        found.push({ page: page.url, markdown: result.markdown });
      }
      if (by === null) break;
    }
    // One text under every address is not the text of each page.
    const isOneText = texts.size < found.length;
    for (const text of texts) this.#knownTexts.add(text);
    if (tested === 0) return null;
    if (by === null || isOneText) return { by: null, tested, found: [] };
    this.#worked.add(by);
    return { by, tested, found };
  }

  /**
   * The group of pages that listed files are the Markdown versions of.
   * @param read the page that a file's address is made from; null where there is none
   */
  async testListed(
    files: readonly ListedMarkdown[],
    read: (markdown: string) => Promise<TwinPage | null>,
    namesOf: NamesOf,
  ): Promise<{ readonly group: string; readonly tested: Tested } | null> {
    const found: Found[] = [];
    let group: string | null = null;
    let by: TwinWay | null = null;
    let tested = 0;
    for (const { url, headings } of files) {
      const page = await read(url);
      if (page === null || (group !== null && groupOf(page.url) !== group)) break;
      const way = GUESSED_WAYS.find((each) => markdownAddress(each, page) === url);
      const isIts = way !== undefined && (by ?? way) === way && isAbout(headings, namesOf(page));
      if (!isIts && group === null) break;
      tested += 1;
      group ??= groupOf(page.url);
      if (!isIts) continue;
      by = way;
      found.push({ page: page.url, markdown: url });
    }
    if (group === null || by === null) return null;
    this.#worked.add(by);
    return { group, tested: { by, tested, found } };
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
      const text = hashOf(result.body);
      if (headings === null || !isAbout(headings, names) || this.#knownTexts.has(text)) continue;
      texts.add(text);
      return { by, markdown };
    }
    return 'other';
  }
}
