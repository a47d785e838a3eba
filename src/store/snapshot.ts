import { z } from 'zod';
import { instantSchema, publicFactsSchema } from '../directory/state.ts';
import type { Call } from './client.ts';
import type { LinkTexts } from './link-texts.ts';

/** Time after all changes. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';

/** Most visits of a page, about 600 kB. */
const VISITS_PER_CALL = 10_000;

/** Last visits: domain, time (null before the first visit), and whether the site refused the visit. */
const visitsSchema = z.array(z.tuple([z.string(), instantSchema.nullable(), z.boolean()]));
const endSchema = z.object({ cursor: z.string() });
const sitesSchema = z.object({
  more: z.boolean(),
  sites: z.array(
    z.object({
      record: publicFactsSchema,
      /** True if the site refused the last visit. */
      blocked: z.boolean(),
    }),
  ),
});

export function createSnapshotStore(call: Call, texts: LinkTexts) {
  return {
    /** Returns the cursor after all changes, from which a new copy continues. */
    endOfChanges: async () =>
      (await call('read_changes', { after: null, since: END_OF_TIME, max_rows: 1 }, endSchema)).cursor,
    /** Lists at most 1,000 visible sites by name, after a name, with the links of listed sites. If `domains` is set, lists only these domains. */
    readSites: async (after: string | null, limit: number, domains?: readonly string[]) => {
      const { more, sites } = await call(
        'read_sites',
        { after, max_rows: limit, domains: domains ?? null },
        sitesSchema,
      );
      const read = await texts.read(sites.map(({ record }) => record.domain));
      const linksByDomain = new Map(read.map(({ domain, links, nested }) => [domain, [...links, ...nested]]));
      return { more, sites: sites.map((site) => ({ ...site, links: linksByDomain.get(site.record.domain) ?? [] })) };
    },
    /** Lists the last visits of all visible sites. Each visit changes this data, and the change log omits it. */
    readLastVisits: async () => {
      const visits = new Map<string, { readonly at: string | null; readonly refused: boolean }>();
      for (let after: string | null = null; ; ) {
        const page: z.output<typeof visitsSchema> = await call(
          'list_last_visits',
          { after, max_rows: VISITS_PER_CALL },
          visitsSchema,
        );
        for (const [domain, at, refused] of page) visits.set(domain, { at, refused });
        if (page.length < VISITS_PER_CALL) return visits;
        after = page.at(-1)?.[0] ?? null;
      }
    },
  };
}
