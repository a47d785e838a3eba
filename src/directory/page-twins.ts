import { z } from 'zod';
import { parsePageAddress } from './page-address.ts';
import { instantSchema } from './state.ts';

/**
 * The ways in which sites offer a page as Markdown. `listed`: the llms.txt links to the Markdown itself; `alternate`: the page
 * names it (rel=alternate, type text/markdown); `append-md`, `replace-html` and `index-html-md`: by the address, as the proposal
 * says (https://llmstxt.org/#proposal); `accept`: by content negotiation (RFC 9110 §12.5.1), under the page's own address.
 */
export const TWIN_WAYS = ['listed', 'alternate', 'append-md', 'replace-html', 'index-html-md', 'accept'] as const;
export type TwinWay = (typeof TWIN_WAYS)[number];

/** What a visit has found out about the Markdown versions of a group of pages, as stored and answered. */
export const twinRuleSchema = z.object({
  pages: z
    .string()
    .describe('The group: host, first folder and form of the address, such as `example.com/docs/*.html`.'),
  by: z.enum(TWIN_WAYS).nullable().describe('How the group offers Markdown; null where none was found.'),
  tested: z.int().describe('Pages of the group that were tried.'),
  found: z
    .array(z.object({ page: z.string(), markdown: z.string() }))
    .readonly()
    .describe('Those of them that have a Markdown version, and where.'),
  tested_at: instantSchema,
});
export type TwinRule = z.infer<typeof twinRuleSchema>;

/** Pages with the same group are offered in the same way: one host, first folder and form of the address. Null for an address with a query. */
export function groupOf(page: string): string | null {
  const url = URL.parse(page);
  if (url === null || parsePageAddress(page)?.key.includes('?') !== false) return null;
  const segments = url.pathname.replace(/^\/|\/$/g, '').split('/');
  const last = segments.at(-1) ?? '';
  const folder = segments.length > 1 ? `${segments[0]}/` : '';
  const ending = /\.(?:html?|mdx?|txt)$/i.exec(last)?.[0].toLowerCase() ?? '';
  const form = last === '' ? '' : `*${ending}${url.pathname.endsWith('/') ? '/' : ''}`;
  return `${url.host.replace(/^www\./, '')}/${folder}${form}`;
}

/** Where the Markdown version of a page would be; null where the way does not fit its address. A page can be asked for by `accept` whatever it is called. */
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

/** So many pages of a group must agree before the same is said of its other pages. */
const MIN_AGREEING = 2;

/**
 * The Markdown version of a page by rules that visits have tested: of a tested page what was found, of others of its group the
 * same way, where at least two pages agree and none that was tried is without.
 * @param page its address as the site spells it
 */
export function findMarkdown(page: string, rules: readonly TwinRule[]) {
  const key = parsePageAddress(page)?.key;
  const group = groupOf(page);
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
  // Under the name of the site where it was tested: with or without `www.`, over https.
  const { pathname } = new URL(page);
  const here = new URL(pathname, first.page).href;
  if (by === 'listed') return here;
  if (by !== 'alternate') return by === null ? null : twinAddress(by, here);
  const way = TWIN_WAYS.find((each) =>
    [first, ...others].every((pair) => twinAddress(each, pair.page) === pair.markdown),
  );
  return way === undefined ? null : twinAddress(way, here);
}
