import { createBackupStore } from './backup.ts';
import { createChangeLogStore } from './change-log.ts';
import { type ClientAccess, type Clock, createCaller } from './client.ts';
import { createCountingStore } from './counting.ts';
import { createFacetStore } from './facets.ts';
import { createLinkTexts } from './link-texts.ts';
import { createLinkStore } from './links.ts';
import { createModerationStore } from './moderation.ts';
import { createOwnershipStore } from './ownership.ts';
import { createPackageStore } from './packages.ts';
import { createPageStore } from './pages.ts';
import { createQueueStore } from './queue.ts';
import { createRankingStore } from './ranking.ts';
import { createRegistrationStore } from './registration.ts';
import { createRehearsalStore } from './rehearsal.ts';
import { createSearchStore, createSiteFinder } from './search.ts';
import { createSearchWordStore, createWordLists } from './search-words.ts';
import { createSecretReplacementStore } from './secret-replacement.ts';
import { createServedUrlStore } from './served-url.ts';
import { createSiteStore } from './sites.ts';
import { createSnapshotStore } from './snapshot.ts';
import { createSurveyStore } from './survey.ts';
import { createTopicStore } from './topics.ts';
import { createTrackingStore } from './tracking.ts';
import { createVersionStore } from './versions.ts';
import { createWatchStore } from './watches.ts';

export interface StoreAccess extends ClientAccess {
  /** Clock of the queue. Default: the database's clock, so that several machines agree. */
  readonly now?: () => number;
  readonly close?: () => Promise<void>;
  /** Longest time of a read, for tests. */
  readonly readWithinMs?: number;
}

// Longest wait for an answer. A hosted Data API stops a statement after 8 s, so a longer silence means a dead network.
const ANSWER_WITHIN_MS = 30_000;
// Longest wait for a read. The wait is short, because a read takes milliseconds even at a million domains and a person
// waits. The wait is below 8 s, so that the client gives up before the statement is stopped.
const READ_WITHIN_MS = 5_000;

/** Creates a store that uses a Data API. Each operation is one rpc, rows are parsed, and failures are `StoreError`s. */
export function createStore({ now, close, readWithinMs = READ_WITHIN_MS, ...access }: StoreAccess) {
  const within = createCaller(access);
  const call = within(ANSWER_WITHIN_MS);
  const read = within(readWithinMs);
  const clock: Clock = () => (now === undefined ? {} : { at: new Date(now()).toISOString() });
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
    ...createLinkStore(finder, linkTexts),
    ...createChangeLogStore(read),
    ...createSnapshotStore(call, linkTexts),
    ...createPageStore(read, linkTexts),
    ...createPackageStore(read, call, clock),
    ...createSiteStore(read, call),
    ...createTrackingStore(call, clock, words.indexSites),
    ...createCountingStore(read, call, clock),
    close: async () => {
      await close?.();
    },
  };
}
