import { z } from 'zod';
import type { ListedPage } from '../directory/resolution.ts';
import { instantSchema, publicFactsSchema } from '../directory/state.ts';
import type { Call } from './client.ts';
import type { LinkTexts } from './link-texts.ts';

export interface SiteCopy {
  readonly record: z.output<typeof publicFactsSchema>;
  /** True if the site refused the last visit. */
  readonly blocked: boolean;
  /** Links of a listed site's file. */
  readonly links: readonly ListedPage[];
}

export interface SitePage {
  readonly sites: readonly SiteCopy[];
  readonly more: boolean;
}

/** Data that each visit changes and that the change log omits. */
export interface LastVisit {
  /** Time of the visit. Null before the first visit. */
  readonly at: string | null;
  /** True if the site refused the visit. */
  readonly refused: boolean;
}

/** Time after all changes. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';

/** Most visits of a page, about 600 kB. */
const VISITS_PER_CALL = 10_000;

const visitsSchema = z.array(z.tuple([z.string(), instantSchema.nullable(), z.boolean()]));
const endSchema = z.object({ cursor: z.string() });
const sitesSchema = z.object({
  more: z.boolean(),
  sites: z.array(
    z.object({
      record: publicFactsSchema,
      blocked: z.boolean(),
    }),
  ),
});

export function createSnapshotStore(call: Call, texts: LinkTexts) {
  return {
    /** Returns the cursor after all changes, from which a new copy continues. */
    endOfChanges: async () =>
      (await call('read_changes', { after: null, since: END_OF_TIME, max_rows: 1 }, endSchema)).cursor,
    /** Lists at most 1,000 visible sites by name, after a name. If `domains` is set, lists only these domains. */
    readSites: async (after: string | null, limit: number, domains?: readonly string[]) => {
      const { more, sites } = await call(
        'read_sites',
        { after, max_rows: limit, domains: domains ?? null },
        sitesSchema,
      );
      const read = await texts.read(sites.map(({ record }) => record.domain));
      const linksOf = new Map(read.map(({ domain, links, nested }) => [domain, [...links, ...nested]]));
      return { more, sites: sites.map((site) => ({ ...site, links: linksOf.get(site.record.domain) ?? [] })) };
    },
    /** Lists the last visits of all visible sites. */
    readLastVisits: async () => {
      const visits = new Map<string, LastVisit>();
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
