import { z } from 'zod';
import { type SiteSummary, type StoredDetail, siteSummarySchema, storedDetailSchema } from '../directory/detail.ts';
import { type Stats, statsSchema } from '../directory/record.ts';
import { type PublicFacts, publicFactsSchema, tierSchema } from '../directory/state.ts';
import { type CountryCount, countrySchema } from '../directory/survey.ts';
import { batchLookups } from './batch-lookups.ts';
import type { Call } from './client.ts';
import { type DomainPage, type ListQuery, pageSchema } from './domain-page.ts';
import { unpackText } from './packed-text.ts';
import type { StoredText } from './stored-file.ts';
import { packedFindings } from './stored-findings.ts';

/** Domain whose page may differ from the last build. */
const changeSchema = z.object({
  domain: z.string(),
  /** Opaque stamp that increases with any change of the page. */
  revision: z.string(),
  tier: tierSchema.nullable(),
  /** True if the domain was removed, so its page must be deleted. */
  removed: z.boolean(),
});
export type Change = z.infer<typeof changeSchema>;
const changesSchema = z.object({ changes: z.array(changeSchema), cursor: z.string(), more: z.boolean() });
export type Changes = z.infer<typeof changesSchema>;

export interface SiteStore {
  lookup(domain: string): Promise<PublicFacts | null>;
  /** Returns the records of up to 1,000 domains in order, with null for each untracked domain. */
  lookupAll(domains: readonly string[]): Promise<readonly (PublicFacts | null)[]>;
  list(query: ListQuery): Promise<DomainPage>;
  stats(): Promise<Stats>;
  countries(): Promise<readonly CountryCount[]>;
  /** Returns list and badge data of up to 200 domains. */
  getSummaries(domains: readonly string[]): Promise<readonly SiteSummary[]>;
  /** Returns the stored data of a page. `readDetail` adds the file. */
  getDetail(domain: string): Promise<StoredDetail | null>;
  getDetails(domains: readonly string[]): Promise<readonly StoredDetail[]>;
  /** Returns the stored text of the last valid version. */
  getText(domain: string): Promise<StoredText | null>;
  /** Lists domains whose page changed after `cursor` (all if null), in a stable order. */
  listChanges(cursor: string | null, limit: number): Promise<Changes>;
}

// Create schemas once, because creating a schema costs more than using it.
const oneRecord = publicFactsSchema.nullable();
const records = z.array(publicFactsSchema);
const storedText = z.object({ hash: z.string(), text: z.base64() }).nullable();
const summaries = z.array(siteSummarySchema);
const { seen, answer } = storedDetailSchema.shape;
const details = z.array(
  storedDetailSchema.extend({
    seen: seen.unwrap().extend({ findings: packedFindings }).nullable(),
    answer: answer.unwrap().extend({ findings: packedFindings }).nullable(),
  }),
);

/** Returns records as `SiteStore.lookupAll`. */
export async function readRecords(read: Call, domains: readonly string[]): Promise<(PublicFacts | null)[]> {
  const [domain] = domains;
  if (domain !== undefined && domains.length === 1) return [await read('lookup_domain', { domain }, oneRecord)];
  const found = new Map((await read('lookup_domains', { domains }, records)).map((facts) => [facts.domain, facts]));
  return domains.map((name) => found.get(name) ?? null);
}

export function createSiteStore(read: Call, call: Call): SiteStore {
  const lookupAll = (domains: readonly string[]) => readRecords(read, domains);
  return {
    lookup: batchLookups(lookupAll),
    lookupAll,
    list: ({ page, perPage, includeUnlisted, verified }) => {
      const args = { page, per_page: perPage, include_unlisted: includeUnlisted, verified };
      return read('list_domains', args, pageSchema);
    },
    stats: () => read('get_stats', {}, statsSchema),
    countries: () => read('count_countries', {}, z.array(countrySchema)),
    getSummaries: (domains) => read('get_summaries', { domains }, summaries),
    getDetail: async (domain) => (await read('get_details', { domains: [domain] }, details))[0] ?? null,
    getDetails: (domains) => call('get_details', { domains }, details),
    getText: async (domain) => {
      const found = await read('get_text', { domain }, storedText);
      return found && { hash: found.hash, body: await unpackText(found.text) };
    },
    listChanges: (cursor, limit) => call('list_changes', { after: cursor, max_rows: limit }, changesSchema),
  };
}
