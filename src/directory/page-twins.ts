import { z } from 'zod';
import { parsePageAddress } from './page-address.ts';
import { instantSchema } from './state.ts';

/**
 * Patterns by which sites offer a page as Markdown. `listed`: the llms.txt links to the Markdown. `alternate`: the page links to
 * it (rel=alternate, type text/markdown). `append-md`, `replace-html` and `index-html-md`: the URL follows the proposal
 * (https://llmstxt.org/#proposal). `accept`: content negotiation (RFC 9110 §12.5.1) at the page's URL.
 */
export const TWIN_WAYS = ['listed', 'alternate', 'append-md', 'replace-html', 'index-html-md', 'accept'] as const;
export type TwinWay = (typeof TWIN_WAYS)[number];

/** Result of testing a group of pages for Markdown versions, as stored and returned. */
export const twinRuleSchema = z.object({
  pages: z
    .string()
    .describe('Group of pages: host, first folder and form of the URL, such as `example.com/docs/*.html`.'),
  by: z.enum(TWIN_WAYS).nullable().describe('Form of the Markdown URLs of the group. Null if no Markdown was found.'),
  tested: z.int().describe('Tested pages of the group.'),
  found: z
    .array(z.object({ page: z.string(), markdown: z.string() }))
    .readonly()
    .describe('Tested pages with a Markdown version, and its URL.'),
  tested_at: instantSchema,
});
export type TwinRule = z.infer<typeof twinRuleSchema>;

/**
 * Returns the group of a page: host, first folder and form of the URL. Pages of a group share a pattern. Returns null
 * for a URL with a query.
 */
export function findGroup(page: string): string | null {
  const url = URL.parse(page);
  if (url === null || parsePageAddress(page)?.key.includes('?') !== false) return null;
  const segments = url.pathname.replace(/^\/|\/$/g, '').split('/');
  const last = segments.at(-1) ?? '';
  const folder = segments.length > 1 ? `${segments[0]}/` : '';
  const ending = /\.(?:html?|mdx?|txt)$/i.exec(last)?.[0].toLowerCase() ?? '';
  const form = last === '' ? '' : `*${ending}${url.pathname.endsWith('/') ? '/' : ''}`;
  return `${url.host.replace(/^www\./, '')}/${folder}${form}`;
}

/**
 * Returns the URL of a page's Markdown version by a pattern, or null if the pattern does not fit. `accept` fits every
 * URL.
 */
export function twinAddress(way: TwinWay, page: string): string | null {
  const url = new URL(page);
  url.hash = '';
  url.search = '';
  const { pathname } = url;
  const isFolder = pathname.endsWith('/');
  if (way === 'append-md') url.pathname = pathname === '/' ? '' : `${pathname.replace(/\/$/, '')}.md`;
  else if (way === 'replace-html')
    url.pathname = isFolder ? `${pathname}index.md` : pathname.replace(/\.html?$/i, '.md');
  else if (way === 'index-html-md') url.pathname = isFolder ? `${pathname}index.html.md` : pathname;
  else if (way !== 'accept') return null;
  return way === 'accept' || url.pathname !== pathname ? url.href : null;
}

/** Fewest pages of a group that must agree before the pattern counts for other pages. */
const MIN_AGREEING = 2;

/**
 * Returns the Markdown version of a page by tested patterns. A tested page returns its result. Another page uses its
 * group's pattern if two tested pages agree and no tested page failed.
 * @param page URL as the site spells it
 */
export function findMarkdown(page: string, rules: readonly TwinRule[]) {
  const key = parsePageAddress(page)?.key;
  const group = findGroup(page);
  const rule = rules.find(({ pages }) => pages === group);
  for (const each of rule === undefined ? rules : [rule, ...rules]) {
    const tested = each.found.find((pair) => parsePageAddress(pair.page)?.key === key);
    if (tested && each.by !== null) return { url: tested.markdown, by: each.by, tested_at: each.tested_at };
  }
  if (!rule || rule.by === null || rule.found.length < Math.max(MIN_AGREEING, rule.tested)) return null;
  const url = addressByRule(page, rule);
  return url === null ? null : { url, by: rule.by, tested_at: rule.tested_at };
}

function addressByRule(page: string, { by, found: [first, ...others] }: TwinRule): string | null {
  if (first === undefined) return null;
  // Use the tested host, with or without `www.`, over https.
  const { pathname } = new URL(page);
  const here = new URL(pathname, first.page).href;
  if (by === 'listed') return here;
  if (by !== 'alternate') return by === null ? null : twinAddress(by, here);
  const way = TWIN_WAYS.find((each) =>
    [first, ...others].every((pair) => twinAddress(each, pair.page) === pair.markdown),
  );
  return way === undefined ? null : twinAddress(way, here);
}
