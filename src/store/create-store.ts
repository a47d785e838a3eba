import { z } from 'zod';
import { siteSummarySchema, storedDetailSchema } from '../directory/detail.ts';
import { statsSchema } from '../directory/record.ts';
import { publicFactsSchema } from '../directory/state.ts';
import { countrySchema } from '../directory/survey.ts';
import { createBackupStore } from './backup.ts';
import { batchLookups } from './batch-lookups.ts';
import { createChangeLogStore } from './change-log.ts';
import { type ClientAccess, type Clock, createCaller } from './client.ts';
import { pageSchema } from './domain-page.ts';
import { createFacetStore } from './facets.ts';
import { createLinkTexts } from './link-texts.ts';
import { createLinkStore } from './links.ts';
import { createModerationStore } from './moderation.ts';
import { createOwnershipStore } from './ownership.ts';
import { createPackageStore } from './packages.ts';
import { packedText } from './packed-text.ts';
import { createPageStore } from './pages.ts';
import { createQueueStore } from './queue.ts';
import { createRankingStore } from './ranking.ts';
import { createRegistrationStore } from './registration.ts';
import { createRehearsalStore } from './rehearsal.ts';
import { createSearchStore, createSiteFinder } from './search.ts';
import { createSearchWordStore, createWordLists } from './search-words.ts';
import { createSecretReplacementStore } from './secret-replacement.ts';
import { createServedUrlStore } from './served-url.ts';
import { createSnapshotStore } from './snapshot.ts';
import { changesSchema, counterDriftSchema, type Store, tagSchema } from './store.ts';
import { packedFindings } from './stored-findings.ts';
import { createSurveyStore } from './survey.ts';
import { createTopicStore } from './topics.ts';
import { createVersionStore } from './versions.ts';
import { createWatchStore } from './watches.ts';

export interface StoreAccess extends ClientAccess {
  /** Clock of the queue. The database's clock if absent, so that several machines agree. */
  readonly now?: () => number;
  readonly close?: () => Promise<void>;
  /** Longest time of a read, for tests. */
  readonly readWithinMs?: number;
}

// A hosted Data API stops a statement after 8 s. A longer silence means a dead network.
const ANSWER_WITHIN_MS = 30_000;
// Fail early, because a read takes milliseconds even at a million domains and a person waits. Stay below 8 s, so that
// the client gives up before the statement is stopped.
const READ_WITHIN_MS = 5_000;
// Names per tracking call. They take about 1 s on the slowest measured database.
const TRACKED_PER_CALL = 2_000;

// Create schemas once, because creating costs more than using.
const oneRecord = publicFactsSchema.nullable();
const records = z.array(publicFactsSchema);
const storedText = z.object({ hash: z.string(), text: packedText }).nullable();
const summaries = z.array(siteSummarySchema);
const { seen, answer } = storedDetailSchema.shape;
const details = z.array(
  storedDetailSchema.extend({
    seen: seen.unwrap().extend({ findings: packedFindings }).nullable(),
    answer: answer.unwrap().extend({ findings: packedFindings }).nullable(),
  }),
);
const tracked = z.object({ added: z.int(), known: z.int() });
const quotasTaken = z.object({
  allowed: z.boolean(),
  standings: z.array(z.object({ name: z.string(), open: z.boolean(), remaining: z.int(), reset_s: z.int() })),
});

/** Store that uses a Data API. Each operation is one rpc, rows are parsed, and failures are `StoreError`s. */
export function createStore({ now, close, readWithinMs = READ_WITHIN_MS, ...access }: StoreAccess): Store {
  const within = createCaller(access);
  const call = within(ANSWER_WITHIN_MS);
  const read = within(readWithinMs);
  const clock: Clock = () => (now === undefined ? {} : { at: new Date(now()).toISOString() });
  const lookupAll = async (domains: readonly string[]) => {
    const [domain] = domains;
    if (domain !== undefined && domains.length === 1) return [await read('lookup_domain', { domain }, oneRecord)];
    const found = new Map((await read('lookup_domains', { domains }, records)).map((facts) => [facts.domain, facts]));
    return domains.map((name) => found.get(name) ?? null);
  };

  const wordLists = createWordLists(read, now ?? Date.now);
  const words = createSearchWordStore(call, clock, wordLists);
  const finder = createSiteFinder(read, wordLists);
  const linkTexts = createLinkTexts(read);

  return {
    ...createOwnershipStore(call, read, clock, words.indexSites),
    ...createQueueStore(call, clock, words.indexSites),
    ...createRankingStore(call, clock),
    ...createBackupStore(call, clock),
    ...createModerationStore(call, clock),
    ...createRegistrationStore(call, clock),
    ...createSecretReplacementStore(call),
    ...createServedUrlStore(call),
    ...createSurveyStore(call),
    ...createTopicStore(call),
    ...createFacetStore(call, read, finder),
    ...createVersionStore(read),
    ...createWatchStore(call, clock),
    ...createRehearsalStore(call),
    ...words,
    ...createSearchStore(read, finder),
    ...createLinkStore(finder, linkTexts, wordLists),
    ...createChangeLogStore(read),
    ...createSnapshotStore(call, linkTexts),
    ...createPageStore(read, linkTexts),
    ...createPackageStore(read, call, clock),
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
      return found && { hash: found.hash, body: found.text };
    },
    listTags: () => call('list_tags', {}, z.array(tagSchema)),
    listChanges: (cursor, limit) => call('list_changes', { after: cursor, max_rows: limit }, changesSchema),

    track: async (domains, network) => {
      let added = 0;
      let known = 0;
      const names = [...new Set(domains)];
      for (let from = 0; from < names.length; from += TRACKED_PER_CALL) {
        const part = names.slice(from, from + TRACKED_PER_CALL);
        const counted = await call(
          'track_domains',
          { domains: part, ...(network && { network }), ...clock() },
          tracked,
        );
        added += counted.added;
        known += counted.known;
      }
      return { added, known };
    },
    setOwners: async (owners) => {
      await call('set_owners', { owners, ...clock() }, z.int());
      await words.indexSites(owners.map(({ domain }) => domain));
    },
    setFacts: async (facts) => {
      await call('set_facts', { facts, ...clock() }, z.int());
    },
    countLookups: async (counts) => {
      await call('count_lookups', { counts, ...clock() }, z.int());
    },
    takeQuotas: async (takes) => {
      const rows = takes.map(({ windowS, ...take }) => ({ ...take, window_s: windowS }));
      const { allowed, standings } = await read('take_quotas', { takes: rows, ...clock() }, quotasTaken);
      return { allowed, standings: standings.map(({ reset_s, ...standing }) => ({ ...standing, resetS: reset_s })) };
    },
    verifyCounters: () => call('verify_counters', {}, z.array(counterDriftSchema)),
    close: async () => {
      await close?.();
    },
  };
}
