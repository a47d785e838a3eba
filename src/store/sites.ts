import { z } from 'zod';
import { type StoredDetail, siteSummarySchema, storedDetailSchema } from '../directory/detail.ts';
import { statsSchema } from '../directory/record.ts';
import { type PublicFacts, publicFactsSchema, tierSchema } from '../directory/state.ts';
import { countrySchema } from '../directory/survey.ts';
import { batchLookups } from './batch-lookups.ts';
import type { Call } from './client.ts';
import { type ListQuery, pageArguments, pageSchema } from './domain-page.ts';
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

/** Returns records as `Store.lookupAll`. */
export async function readRecords(read: Call, domains: readonly string[]): Promise<(PublicFacts | null)[]> {
  const [domain] = domains;
  if (domain !== undefined && domains.length === 1) return [await read('lookup_domain', { domain }, oneRecord)];
  const recordsByDomain = new Map(
    (await read('lookup_domains', { domains }, records)).map((facts) => [facts.domain, facts]),
  );
  return domains.map((name) => recordsByDomain.get(name) ?? null);
}

export function createSiteStore(read: Call, call: Call) {
  const lookupAll = (domains: readonly string[]) => readRecords(read, domains);
  return {
    lookup: batchLookups(lookupAll),
    /** Returns the records of up to 1,000 domains in order, with null for each untracked domain. */
    lookupAll,
    list: (query: ListQuery) => read('list_domains', pageArguments(query), pageSchema),
    stats: () => read('get_stats', {}, statsSchema),
    countries: () => read('count_countries', {}, z.array(countrySchema)),
    /** Returns list and badge data of up to 200 domains. */
    getSummaries: (domains: readonly string[]) => read('get_summaries', { domains }, summaries),
    /** Returns the stored data of a page. `readDetail` adds the file. */
    getDetail: async (domain: string): Promise<StoredDetail | null> =>
      (await read('get_details', { domains: [domain] }, details))[0] ?? null,
    getDetails: (domains: readonly string[]): Promise<readonly StoredDetail[]> =>
      call('get_details', { domains }, details),
    /** Returns the stored text of the last valid version. */
    getText: async (domain: string): Promise<StoredText | null> => {
      const stored = await read('get_text', { domain }, storedText);
      return stored && { hash: stored.hash, body: await unpackText(stored.text) };
    },
    /** Lists domains whose page changed after `cursor` (all if null), in a stable order. */
    listChanges: (cursor: string | null, limit: number) =>
      call('list_changes', { after: cursor, max_rows: limit }, changesSchema),
  };
}
