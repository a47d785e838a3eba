import { z } from 'zod';
import { hashOfKey, type PageAddress, parsePageAddress } from '../directory/page-address.ts';
import { twinRuleSchema } from '../directory/page-twins.ts';
import { type PageSite, SCOPED_FILE_SOURCES } from '../directory/resolution.ts';
import { publicFactsSchema } from '../directory/state.ts';
import { readLinks } from '../search/file-links.ts';
import type { Call } from './client.ts';
import type { LinkTexts } from './link-texts.ts';

/** Page with the domains that may contain it. */
export interface PageQuery {
  readonly page: PageAddress;
  /** At most ten domains, most specific first. */
  readonly domains: readonly string[];
}

/** Most links of one file that lead to one page. */
const MAX_LINKS_OF_PAGE = 20;

const foundSchema = z.array(
  z.array(
    publicFactsSchema.pick({ domain: true, tier: true, verified: true, verified_at: true, title: true }).extend({
      file: z.string().nullable(),
      scoped: z.array(
        z.object({
          url: z.string(),
          title: z.string().nullable(),
          via: z.enum(SCOPED_FILE_SOURCES),
          lines: z.array(z.string()),
        }),
      ),
      twins: z.array(twinRuleSchema),
    }),
  ),
);

export function createPageStore(read: Call, texts: LinkTexts) {
  return {
    /** Returns the tracked domains of up to 100 pages in one round trip. */
    findPages: async (queries: readonly PageQuery[]): Promise<readonly (readonly PageSite[])[]> => {
      const pages = queries.map(({ page, domains }) => ({ domains, hash: hashOfKey(page.key) }));
      const sitesOfPages = await read('find_pages', { pages }, foundSchema);
      const withFiles = sitesOfPages.flat().flatMap(({ domain, file }) => (file === null ? [] : [domain]));
      const sites = await texts.read([...new Set(withFiles)]);
      const linksByDomain = new Map(sites.map(({ domain, links }) => [domain, links]));
      return sitesOfPages.map((some, at) =>
        some.map(({ scoped, ...site }) => ({
          ...site,
          links: (linksByDomain.get(site.domain) ?? [])
            .filter(({ url }) => parsePageAddress(url)?.key === queries[at]?.page.key)
            .slice(0, MAX_LINKS_OF_PAGE),
          scoped: scoped.map(({ lines, ...file }) => ({ ...file, links: readLinks(lines.join('\n')) })),
        })),
      );
    },
  };
}
