import { z } from 'zod';
import type { SiteSummary, StoredDetail } from '../directory/detail.ts';
import type { Stats } from '../directory/record.ts';
import { type PublicFacts, tierSchema } from '../directory/state.ts';
import type { CountryCount } from '../directory/survey.ts';
import type { BackupStore } from './backup.ts';
import type { ChangeLogStore } from './change-log.ts';
import type { DomainPage, ListQuery } from './domain-page.ts';
import type { FacetStore } from './facets.ts';
import type { LinkStore } from './links.ts';
import type { ModerationStore } from './moderation.ts';
import type { OwnershipStore } from './ownership.ts';
import type { PageStore } from './pages.ts';
import type { QueueStore } from './queue.ts';
import type { RankingStore } from './ranking.ts';
import type { RegistrationStore } from './registration.ts';
import type { RehearsalStore } from './rehearsal.ts';
import type { SearchStore } from './search.ts';
import type { SearchWordStore } from './search-words.ts';
import type { SecretReplacementStore } from './secret-replacement.ts';
import type { ServedUrlStore } from './served-url.ts';
import type { SnapshotStore } from './snapshot.ts';
import type { StoredText } from './stored-file.ts';
import type { SurveyStore } from './survey.ts';
import type { TopicStore } from './topics.ts';
import type { VersionStore } from './versions.ts';
import type { WatchStore } from './watches.ts';

export type { DomainDetail } from '../directory/detail.ts';
export type { DomainPage, ListQuery } from './domain-page.ts';
export type { AppliedVisit, ApplyResult, LeasedDomain, PlannedVisit, RunReport } from './queue.ts';
export type { SearchSource } from './search-words.ts';
export { StoreError, type StoreErrorKind } from './store-error.ts';
export type { StoredText } from './stored-file.ts';

export const tagSchema = z.object({ tag: z.string(), listed: z.int() });
export type TagCount = z.infer<typeof tagSchema>;

/** One domain whose page differs from what a build may have seen. */
const changeSchema = z.object({
  domain: z.string(),
  /** Opaque and growing; changes whenever anything on the page changes. */
  revision: z.string(),
  tier: tierSchema.nullable(),
  /** The directory no longer knows the domain: its page goes away. */
  removed: z.boolean(),
});
export type Change = z.infer<typeof changeSchema>;
export const changesSchema = z.object({ changes: z.array(changeSchema), cursor: z.string(), more: z.boolean() });
export type Changes = z.infer<typeof changesSchema>;

/** A count that the store keeps and a recount of the rows, where they differ. */
export const counterDriftSchema = z.object({ fact: z.string(), kept: z.int().nullable(), found: z.int().nullable() });
export type CounterDrift = z.infer<typeof counterDriftSchema>;

export interface LookupCount {
  readonly domain: string;
  readonly count: number;
}

/** At most `quota` requests within `windowS` seconds of the first. */
export interface Quota {
  readonly name: string;
  readonly quota: number;
  readonly windowS: number;
}

/** One request to count against a quota. */
export interface QuotaTake extends Quota {
  /** Opaque key of the client or thing that has the quota. */
  readonly subject: string;
  /** Opaque key of the network that asks, if networks share the quota: `mayTake` decides then. */
  readonly network?: string;
}

export interface QuotaStanding {
  readonly name: string;
  /** False if this quota refuses the request. */
  readonly open: boolean;
  readonly remaining: number;
  readonly resetS: number;
}

export interface QuotasTaken {
  readonly allowed: boolean;
  /** In the order of the takes. */
  readonly standings: readonly QuotaStanding[];
}

/** An owner as a demonstration or an import knows it: verified without a visit. */
export interface SeededOwner {
  readonly domain: string;
  readonly verified_at: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly nested_llms_txt: readonly string[];
  readonly contact: string | null;
}

/** What a popularity list and a registry know of a domain. */
export interface SeededFacts {
  readonly domain: string;
  readonly rank: number | null;
  readonly registered_at: string | null;
}

/** Persistence in the product's words. Every method throws `StoreError` and nothing else. */
export interface Store
  extends OwnershipStore,
    QueueStore,
    RankingStore,
    RegistrationStore,
    BackupStore,
    ModerationStore,
    SecretReplacementStore,
    ServedUrlStore,
    SurveyStore,
    RehearsalStore,
    SearchStore,
    SearchWordStore,
    TopicStore,
    FacetStore,
    VersionStore,
    WatchStore,
    LinkStore,
    ChangeLogStore,
    SnapshotStore,
    PageStore {
  // Reads that anybody may make.
  lookup(domain: string): Promise<PublicFacts | null>;
  /** Returns the facts of up to 1,000 domains in their order, null for each that is not tracked. One round trip. */
  lookupAll(domains: readonly string[]): Promise<readonly (PublicFacts | null)[]>;
  list(query: ListQuery): Promise<DomainPage>;
  stats(): Promise<Stats>;
  countries(): Promise<readonly CountryCount[]>;
  /** What lists and badges show, of up to 200 domains. */
  getSummaries(domains: readonly string[]): Promise<readonly SiteSummary[]>;
  /** What pages are made of: `readDetail` reads the file. */
  getDetail(domain: string): Promise<StoredDetail | null>;
  getDetails(domains: readonly string[]): Promise<readonly StoredDetail[]>;
  /** The stored text of the last valid version. */
  getText(domain: string): Promise<StoredText | null>;
  listTags(): Promise<readonly TagCount[]>;

  // What the build asks: domains whose page changed after `cursor` (null: all), in a stable order.
  listChanges(cursor: string | null, limit: number): Promise<Changes>;

  // Facts around the crawl.
  /** @param network keyed hash of who registers them; absent for an import */
  track(domains: readonly string[], network?: string): Promise<{ readonly added: number; readonly known: number }>;
  /** Verifies without a visit; tracks those that are not tracked yet. */
  setOwners(owners: readonly SeededOwner[]): Promise<void>;
  /** Sets what lists and registries know; domains that are not tracked are left out. */
  setFacts(facts: readonly SeededFacts[]): Promise<void>;

  // What the API counts.
  /** Adds lookups of tracked domains; others are left out. */
  countLookups(counts: readonly LookupCount[]): Promise<void>;
  /** Counts a request against every quota, or against none of them if one refuses. Holds across processes. */
  takeQuotas(takes: readonly QuotaTake[]): Promise<QuotasTaken>;

  /** Every kept count against a recount: empty when all is well. Reads the whole directory. */
  verifyCounters(): Promise<readonly CounterDrift[]>;

  close(): Promise<void>;
}
