import { registrableDomain } from '../../../directory/domain-name.ts';
import { findGroup, type TwinRule } from '../../../directory/page-twins.ts';
import { homepageNames, listNames } from '../../../extract/markdown-page.ts';
import type { VisitClient } from '../visit-client.ts';
import { readHtmlPage } from './read-html-page.ts';
import { readSitemapSample } from './read-sitemap-sample.ts';
import { GUESSED_WAYS, markdownAddress, pageAddress, type TwinPage, toGroups } from './twin-page.ts';
import { type TwinRequestOptions, TwinRequests } from './twin-requests.ts';
import { type ListedMarkdown, type Tested, TwinTester } from './twin-tester.ts';

/** Most pages tried per group. If there are more groups, fewer pages are tried. */
const MAX_PAGES = 3;
const MAX_PAGES_OF_MANY = 2;
/** Fewest requests left for a sitemap: the sitemap, one of its pages, and a guess. */
const MIN_REQUESTS_WITH_SITEMAP = 3;

export interface TwinSample {
  readonly homepage: TwinPage | null;
  /** HTML pages linked by the file. */
  readonly pages: readonly TwinPage[];
  /** Links that promise Markdown, with the SHA-256 of each response, or null if the response was not Markdown. */
  readonly listed: readonly (ListedMarkdown & { readonly hash: string | null })[];
}

export interface TestTwinsOptions extends TwinRequestOptions {
  readonly client: Pick<VisitClient, 'getIfAllowed' | 'sitemapsOf'>;
  /** Scheme and host of the site. */
  readonly origin: string;
  /** SHA-256 of the llms.txt, which is not a version of a page. */
  readonly fileHash: string | null;
  /** True to try only HTML pages linked by the file, because a person waits. */
  readonly linkedOnly: boolean;
}

/**
 * Finds how a site offers its pages as Markdown. Tests each group of pages on up to three pages. Tests the largest
 * groups of linked pages first, then pages of listed Markdown files, a group from the sitemap, and the homepage.
 * Leaves out groups if the requests do not suffice.
 */
export async function testTwins(sample: TwinSample, options: TestTwinsOptions): Promise<readonly TwinRule[]> {
  const { homepage, pages, listed } = sample;
  const { now, fileHash, linkedOnly } = options;
  const names = (page: TwinPage) => listNames(page, homepage?.title ?? null);
  const requests = new TwinRequests(options);
  const tester = new TwinTester(requests, fileHash === null ? [] : [fileHash]);
  const testedAt = new Date(now()).toISOString();
  const rules = new Map<string, TwinRule>();
  const add = (group: string, tested: Tested | null) => {
    if (tested !== null && !rules.has(group)) rules.set(group, { pages: group, ...tested, tested_at: testedAt });
  };
  const readOwn = async (url: string): Promise<TwinPage | null> => {
    const result = await requests.get(url);
    const page = result && readHtmlPage(result);
    return page && isOfSite(page.url, options.origin) ? page : null;
  };

  for (const [group, links] of toGroups(listed)) add(group, testedLinks(links));
  const groups = toGroups(pages);
  for (const [group, members] of groups) {
    const few = members.slice(0, groups.length > 2 ? MAX_PAGES_OF_MANY : MAX_PAGES);
    add(group, await tester.testGroup(few, names));
  }
  if (linkedOnly) return [...rules.values()];
  const readTwinPage = async (markdown: string) => {
    const url = pageAddress(markdown);
    return url === null ? null : readOwn(url);
  };
  for (const [group, links] of toGroups(listed)) {
    if (rules.get(group)?.by !== 'listed' || isKnown(links[0], rules)) continue;
    const result = await tester.testListed(links.slice(0, MAX_PAGES_OF_MANY), readTwinPage, names);
    if (result) add(result.group, result.tested);
  }
  if (requests.left >= MIN_REQUESTS_WITH_SITEMAP) {
    const others = await readSitemapSample(options, requests);
    const [found] = toGroups(others.map((url) => ({ url }))).filter(([group]) => !rules.has(group));
    if (found) {
      const [group, members] = found;
      add(group, await tester.testGroup(readEach(members.slice(0, MAX_PAGES_OF_MANY), readOwn), names));
    }
  }
  if (homepage && requests.left >= countTwinPatterns(homepage)) {
    const group = findGroup(homepage.url);
    if (group) add(group, await tester.testGroup([homepage], homepageNames));
  }
  return [...rules.values()];
}

function isOfSite(url: string, origin: string): boolean {
  return registrableDomain(new URL(url).hostname) === registrableDomain(new URL(origin).hostname);
}

/** Reports whether the page of a Markdown file is in a tested group. */
function isKnown(link: { readonly url: string } | undefined, rules: ReadonlyMap<string, TwinRule>): boolean {
  const page = link && pageAddress(link.url);
  const group = page && findGroup(page);
  return !group || rules.has(group) || rules.has(`${group}/`);
}

const countTwinPatterns = (page: TwinPage) => GUESSED_WAYS.filter((way) => markdownAddress(way, page) !== null).length;

async function* readEach(pages: readonly { readonly url: string }[], read: (url: string) => Promise<TwinPage | null>) {
  for (const { url } of pages) {
    const page = await read(url);
    if (page) yield page;
  }
}

function testedLinks(links: TwinSample['listed']): Tested {
  const tested = links.slice(0, MAX_PAGES);
  const good = tested.filter(({ hash }) => hash !== null);
  const isOneText = new Set(good.map(({ hash }) => hash)).size < good.length;
  const twins = isOneText ? [] : good.map(({ url }) => ({ page: url, markdown: url }));
  return { by: twins.length > 0 ? 'listed' : null, tested: tested.length, found: twins };
}
