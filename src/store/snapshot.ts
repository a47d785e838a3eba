import { z } from 'zod';
import { publicFactsSchema } from '../directory/state.ts';
import type { FileLink } from '../search/file-links.ts';
import type { Call } from './client.ts';
import type { LinkTexts } from './link-texts.ts';

/** A site as a copy of the whole directory has it. */
export interface SiteCopy {
  readonly record: z.output<typeof publicFactsSchema>;
  /** The site refused the last visit. */
  readonly blocked: boolean;
  /** Of a listed site's file. */
  readonly links: readonly FileLink[];
}

export interface SitePage {
  readonly sites: readonly SiteCopy[];
  readonly more: boolean;
}

/** The part of the store that copies of the public directory are made of. */
export interface SnapshotStore {
  /** The cursor after all changes: what a copy that begins now has to read next. */
  endOfChanges(): Promise<string>;
  /** Sites that lists show, by name, after a name. At most 1,000. */
  readSites(after: string | null, limit: number): Promise<SitePage>;
}

/** Later than any change. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';

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

export function createSnapshotStore(call: Call, texts: LinkTexts): SnapshotStore {
  return {
    endOfChanges: async () =>
      (await call('read_changes', { after: null, since: END_OF_TIME, max_rows: 1 }, endSchema)).cursor,
    readSites: async (after, limit) => {
      const { more, sites } = await call('read_sites', { after, max_rows: limit }, sitesSchema);
      const read = await texts.read(sites.map(({ record }) => record.domain));
      const linksOf = new Map(read.map(({ domain, links, nested }) => [domain, [...links, ...nested]]));
      return { more, sites: sites.map((site) => ({ ...site, links: linksOf.get(site.record.domain) ?? [] })) };
    },
  };
}
