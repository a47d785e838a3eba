import type { PageFacts } from '#llmstxt';
import { registrableDomain } from '../../../directory/domain-name.ts';
import { findGroup, type TwinWay, twinAddress } from '../../../directory/page-twins.ts';

/** Distinguishing features of an HTML page, with its final URL. */
export type TwinPage = Pick<PageFacts, 'url' | 'title' | 'heading' | 'siteName' | 'markdownAlternates'>;

/** Patterns, most used first. Content negotiation comes last, because an HTML response is as large as the page. */
export const GUESSED_WAYS: readonly TwinWay[] = ['alternate', 'append-md', 'replace-html', 'index-html-md', 'accept'];
const MAX_ADDRESS_CHARACTERS = 1_000;

/** Returns the URL of a page's Markdown version by a pattern, or null. */
export function markdownAddress(way: TwinWay, { url, markdownAlternates }: TwinPage): string | null {
  if (way !== 'alternate') return twinAddress(way, url);
  const [declared] = markdownAlternates;
  if (declared === undefined || declared.length > MAX_ADDRESS_CHARACTERS || !/^https?:/.test(declared)) return null;
  return registrableDomain(new URL(declared).hostname) === registrableDomain(new URL(url).hostname) ? declared : null;
}

/** Returns the page URL of a Markdown file's URL, or null for other URLs. */
export function pageAddress(markdown: string): string | null {
  const url = new URL(markdown);
  const { pathname } = url;
  url.search = '';
  url.pathname = pathname.replace(/(^|\/)index(?:\.html)?\.mdx?$/i, '$1').replace(/\.mdx?$/i, '');
  return url.pathname === pathname ? null : url.href;
}

/** Groups distinct URLs, largest group first. */
export function toGroups<Item extends { readonly url: string }>(items: readonly Item[]): [string, Item[]][] {
  const once = [...new Map(items.map((item) => [item.url, item])).values()];
  const groups = Map.groupBy(once, ({ url }) => (url.length > MAX_ADDRESS_CHARACTERS ? null : findGroup(url)));
  return [...groups]
    .flatMap(([group, members]): [string, Item[]][] => (group === null ? [] : [[group, members]]))
    .toSorted(([, a], [, b]) => b.length - a.length);
}
