import type { PageFacts } from '#llmstxt';
import { registrableDomain } from '../../directory/domain-name.ts';
import { groupOf, type TwinRule, type TwinWay, twinAddress } from '../../directory/page-twins.ts';
import { isMarkdownOf, namesOf } from '../../extract/markdown-page.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { FetchResult } from '../../fetch/net.ts';
import { hashOf } from './hash-of.ts';
import type { VisitClient } from './visit-client.ts';

/** Requests that one visit spends on Markdown versions: most of their addresses are guesses. */
export const MAX_TWIN_REQUESTS = 6;
/** Pages that are tried of each group; fewer where there are more groups. */
const MAX_PAGES = 3;
const MAX_PAGES_OF_MANY = 2;
const MAX_ADDRESS_CHARACTERS = 1_000;
/** No test is worth holding the lease of a domain for longer. */
const BUDGET_MS = 30_000;
/** By how much they are used. Content negotiation is last, because a response in HTML is as large as the page. */
const GUESSED: readonly TwinWay[] = ['alternate', 'append-md', 'replace-html', 'index-html-md', 'accept'];

/** The site's own pages among the links that a visit has checked. */
export interface TwinSample {
  /** Pages in HTML, by their final address. */
  readonly pages: readonly Pick<PageFacts, 'url' | 'title' | 'heading' | 'siteName' | 'markdownAlternates'>[];
  /** Links that lead to Markdown, or say so, with the SHA-256 of what came; null where it was no Markdown. */
  readonly listed: readonly { readonly url: string; readonly hash: string | null }[];
}

export interface TestTwinsOptions {
  readonly client: Pick<VisitClient, 'getIfAllowed'>;
  /** Of the homepage: a name that every page has says nothing. */
  readonly siteTitle: string | null;
  readonly maxRequests: number;
  readonly now: () => number;
}

type Page = TwinSample['pages'][number];
type Verdict = 'markdown' | 'other' | 'not-asked';

/**
 * Finds out how a site offers its pages as Markdown: for each group of pages in which way, tried on up to three of its pages.
 * Groups with most of the sampled pages come first. A group is left out where the requests do not suffice to say something.
 */
export async function testTwins(
  { pages, listed }: TwinSample,
  options: TestTwinsOptions,
): Promise<readonly TwinRule[]> {
  const at = new Date(options.now()).toISOString();
  const groups = groupsOf(pages);
  const tester = new TwinTester(options);
  const rules: TwinRule[] = listedRules(listed, at);
  for (const [group, members] of groups) {
    const few = members.slice(0, groups.length > 2 ? MAX_PAGES_OF_MANY : MAX_PAGES);
    const rule = await tester.testGroup(few);
    if (rule !== null && !rules.some(({ pages: known }) => known === group)) {
      rules.push({ pages: group, ...rule, tested_at: at });
    }
  }
  return rules;
}

/** Groups, the largest first. */
function groupsOf<Item extends { readonly url: string }>(items: readonly Item[]): [string, Item[]][] {
  const once = [...new Map(items.map((item) => [item.url, item])).values()];
  const groups = Map.groupBy(once, ({ url }) => (url.length > MAX_ADDRESS_CHARACTERS ? null : groupOf(url)));
  return [...groups]
    .flatMap(([group, members]): [string, Item[]][] => (group === null ? [] : [[group, members]]))
    .toSorted(([, a], [, b]) => b.length - a.length);
}

function listedRules(listed: TwinSample['listed'], at: string): TwinRule[] {
  return groupsOf(listed).map(([group, links]) => {
    const tested = links.slice(0, MAX_PAGES);
    const good = tested.flatMap(({ url, hash }) => (hash === null ? [] : [{ url, hash }]));
    const isOneText = new Set(good.map(({ hash }) => hash)).size < good.length;
    const found = isOneText ? [] : good.map(({ url }) => ({ page: url, markdown: url }));
    return { pages: group, by: found.length > 0 ? 'listed' : null, tested: tested.length, found, tested_at: at };
  });
}

class TwinTester {
  readonly #options: TestTwinsOptions;
  #requestsLeft: number;
  readonly #endsAt: number;
  /** What the pages of one site have in common is tried first. */
  readonly #worked = new Set<TwinWay>();

  constructor(options: TestTwinsOptions) {
    this.#options = options;
    this.#requestsLeft = Math.min(MAX_TWIN_REQUESTS, options.maxRequests);
    this.#endsAt = options.now() + BUDGET_MS;
  }

  /** Null where too little could be asked. */
  async testGroup([first, ...others]: readonly Page[]): Promise<Pick<TwinRule, 'by' | 'tested' | 'found'> | null> {
    if (first === undefined) return null;
    const texts = new Set<string>();
    const ways = [...new Set([...this.#worked, ...GUESSED])];
    for (const way of ways) {
      const markdown = addressOf(way, first);
      if (markdown === null) continue;
      const verdict = await this.#test(way, first, markdown, texts);
      if (verdict === 'not-asked') return null;
      if (verdict === 'markdown') return this.#testOthers(way, { page: first.url, markdown }, others, texts);
    }
    return { by: null, tested: 1, found: [] };
  }

  async #testOthers(way: TwinWay, pair: TwinRule['found'][number], others: readonly Page[], texts: Set<string>) {
    const found = [pair];
    let tested = 1;
    for (const page of others) {
      const markdown = addressOf(way, page);
      const verdict = markdown === null ? 'other' : await this.#test(way, page, markdown, texts);
      if (verdict === 'not-asked') break;
      tested += 1;
      if (verdict === 'markdown' && markdown !== null) found.push({ page: page.url, markdown });
    }
    // One text under every address is not the text of each page.
    const isOneText = texts.size < found.length;
    if (!isOneText) this.#worked.add(way);
    return isOneText ? { by: null, tested, found: [] } : { by: way, tested, found };
  }

  async #test(way: TwinWay, page: Page, markdown: string, texts: Set<string>): Promise<Verdict> {
    const { client, siteTitle, now } = this.#options;
    const names = namesOf(page, siteTitle);
    if (names.size === 0 || this.#requestsLeft <= 0 || now() >= this.#endsAt) return 'not-asked';
    this.#requestsLeft -= 1;
    const headers = way === 'accept' ? { accept: 'text/markdown, */*;q=0.1' } : undefined;
    const result: FetchResult | null = await client.getIfAllowed(markdown, LIMITS.link, headers);
    if (result === null) return 'not-asked';
    if (!isMarkdownOf(names, result)) return 'other';
    texts.add(hashOf(result.body));
    return 'markdown';
  }
}

/** Where a page would have its Markdown version in this way; null where it has none. */
function addressOf(way: TwinWay, { url, markdownAlternates }: Page): string | null {
  if (way !== 'alternate') return twinAddress(way, url);
  const [declared] = markdownAlternates;
  if (declared === undefined || declared.length > MAX_ADDRESS_CHARACTERS || !/^https?:/.test(declared)) return null;
  return registrableDomain(new URL(declared).hostname) === registrableDomain(new URL(url).hostname) ? declared : null;
}
