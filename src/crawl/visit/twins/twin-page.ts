import type { PageFacts } from '#llmstxt';
import { registrableDomain } from '../../../directory/domain-name.ts';
import { groupOf, type TwinWay, twinAddress } from '../../../directory/page-twins.ts';

/** What tells an HTML page apart from others, by its final address. */
export type TwinPage = Pick<PageFacts, 'url' | 'title' | 'heading' | 'siteName' | 'markdownAlternates'>;

/** By how much they are used. Content negotiation is last, because a response in HTML is as large as the page. */
export const GUESSED_WAYS: readonly TwinWay[] = ['alternate', 'append-md', 'replace-html', 'index-html-md', 'accept'];
const MAX_ADDRESS_CHARACTERS = 1_000;

/** Where a page would have its Markdown version in this way; null where it has none. */
export function markdownAddress(way: TwinWay, { url, markdownAlternates }: TwinPage): string | null {
  if (way !== 'alternate') return twinAddress(way, url);
  const [declared] = markdownAlternates;
  if (declared === undefined || declared.length > MAX_ADDRESS_CHARACTERS || !/^https?:/.test(declared)) return null;
  return registrableDomain(new URL(declared).hostname) === registrableDomain(new URL(url).hostname) ? declared : null;
}

/** The page that a file would be the Markdown version of, by its address; null for an address that names no such file. */
export function pageAddress(markdown: string): string | null {
  const url = new URL(markdown);
  const { pathname } = url;
  url.search = '';
  url.pathname = pathname.replace(/(^|\/)index(?:\.html)?\.mdx?$/i, '$1').replace(/\.mdx?$/i, '');
  return url.pathname === pathname ? null : url.href;
}

/** Groups, the largest first, each address once. */
export function groupsOf<Item extends { readonly url: string }>(items: readonly Item[]): [string, Item[]][] {
  const once = [...new Map(items.map((item) => [item.url, item])).values()];
  const groups = Map.groupBy(once, ({ url }) => (url.length > MAX_ADDRESS_CHARACTERS ? null : groupOf(url)));
  return [...groups]
    .flatMap(([group, members]): [string, Item[]][] => (group === null ? [] : [[group, members]]))
    .toSorted(([, a], [, b]) => b.length - a.length);
}
