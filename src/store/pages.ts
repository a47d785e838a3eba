import { z } from 'zod';
import { hashOfKey, type PageAddress } from '../directory/page-address.ts';
import { twinRuleSchema } from '../directory/page-twins.ts';
import { type PageSite, SCOPED_FILE_SOURCES } from '../directory/resolution.ts';
import { instantSchema, tierSchema } from '../directory/state.ts';
import { parseLinkLine } from '../search/link-parts.ts';
import type { Call } from './client.ts';

/** A page, and the domains that it may belong to. */
export interface PageQuery {
  readonly page: PageAddress;
  /** At most ten, the most specific first. */
  readonly domains: readonly string[];
}

/** The part of the store that knows which files speak of a page. */
export interface PageStore {
  /** For each of up to 100 pages its domains that are tracked, in their order: one round trip. */
  findPages(queries: readonly PageQuery[]): Promise<readonly (readonly PageSite[])[]>;
}

const foundSchema = z.array(
  z.array(
    z.object({
      domain: z.string(),
      tier: tierSchema.nullable(),
      verified: z.boolean(),
      verified_at: instantSchema.nullable(),
      title: z.string().nullable(),
      file: z.string().nullable(),
      scoped: z.array(
        z.object({
          url: z.string(),
          title: z.string().nullable(),
          via: z.enum(SCOPED_FILE_SOURCES),
          lines: z.array(z.string()),
        }),
      ),
      lines: z.array(z.string()),
      twins: z.array(twinRuleSchema),
    }),
  ),
);

export function createPageStore(read: Call): PageStore {
  return {
    findPages: async (queries) => {
      const pages = queries.map(({ page, domains }) => ({ domains, hash: hashOfKey(page.key) }));
      const found = await read('find_pages', { pages }, foundSchema);
      return found.map((sites) =>
        sites.map(({ scoped, ...site }) => ({ ...withLinks(site), scoped: scoped.map(withLinks) })),
      );
    },
  };
}

function withLinks<Stored extends { readonly lines: readonly string[] }>({ lines, ...stored }: Stored) {
  return { ...stored, links: lines.map(parseLinkLine) };
}
