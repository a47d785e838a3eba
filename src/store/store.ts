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
import type { PackageStore } from './packages.ts';
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
export { StoreError, type StoreErrorKind } from './store-error.ts';
export type { StoredText } from './stored-file.ts';

export const tagSchema = z.object({ tag: z.string(), listed: z.int() });
export type TagCount = z.infer<typeof tagSchema>;

/** Domain whose page may differ from the last build. */
const changeSchema = z.object({
  domain: z.string(),
  /** Opaque increasing stamp. It changes with any change of the page. */
  revision: z.string(),
  tier: tierSchema.nullable(),
  /** True if the domain was removed, so its page must be deleted. */
  removed: z.boolean(),
});
export type Change = z.infer<typeof changeSchema>;
export const changesSchema = z.object({ changes: z.array(changeSchema), cursor: z.string(), more: z.boolean() });
export type Changes = z.infer<typeof changesSchema>;

/** Stored count that differs from a recount. */
export const counterDriftSchema = z.object({ fact: z.string(), kept: z.int().nullable(), found: z.int().nullable() });
export type CounterDrift = z.infer<typeof counterDriftSchema>;

export interface LookupCount {
  readonly domain: string;
  readonly count: number;
}

/** Allows `quota` requests within `windowS` seconds of the first. */
export interface Quota {
  readonly name: string;
  readonly quota: number;
  readonly windowS: number;
}

/** Request counted against a quota. */
export interface QuotaTake extends Quota {
  /** Opaque key of the quota's holder. */
  readonly subject: string;
  /** Opaque key of the requesting network, if networks share the quota. `mayTake` then decides. */
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
  /** Results in the order of the takes. */
  readonly standings: readonly QuotaStanding[];
}

/** Owner of a demonstration or import, verified without a visit. */
export interface SeededOwner {
  readonly domain: string;
  readonly verified_at: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly nested_llms_txt: readonly string[];
  readonly contact: string | null;
}

/** Rank and registration data of a domain. */
export interface SeededFacts {
  readonly domain: string;
  readonly rank: number | null;
  readonly registered_at: string | null;
}

/** Interface of the persistence. Every method throws only `StoreError`. */
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
    PageStore,
    PackageStore {
  // Public reads.
  lookup(domain: string): Promise<PublicFacts | null>;
  /** Returns the facts of up to 1,000 domains in their order, null for each that is not tracked. One round trip. */
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
  listTags(): Promise<readonly TagCount[]>;

  // Reads of the build: domains whose page changed after `cursor` (all if null), in a stable order.
  listChanges(cursor: string | null, limit: number): Promise<Changes>;

  // Data besides the crawl.
  /** @param network keyed hash of the registering network. Absent for an import */
  track(domains: readonly string[], network?: string): Promise<{ readonly added: number; readonly known: number }>;
  /** Verifies domains without a visit, and tracks new domains. */
  setOwners(owners: readonly SeededOwner[]): Promise<void>;
  /** Stores rank and registration data. Ignores untracked domains. */
  setFacts(facts: readonly SeededFacts[]): Promise<void>;

  // Counters of the API.
  /** Counts lookups of tracked domains only. */
  countLookups(counts: readonly LookupCount[]): Promise<void>;
  /** Counts a request against every quota, or against none if one refuses. Holds across processes. */
  takeQuotas(takes: readonly QuotaTake[]): Promise<QuotasTaken>;

  /** Compares stored counts with a recount. Returns the differences. Reads the whole directory. */
  verifyCounters(): Promise<readonly CounterDrift[]>;

  close(): Promise<void>;
}
