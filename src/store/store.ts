import { z } from 'zod';
import type { Finding, Preview, QualityAssessment } from '#llmstxt';
import type { DomainDetail } from '../directory/detail.ts';
import type { TwinRule } from '../directory/page-twins.ts';
import type { Stats } from '../directory/record.ts';
import {
  type DomainState,
  domainStateSchema,
  instantSchema,
  type PublicFacts,
  tierSchema,
} from '../directory/state.ts';
import type { CountryCount } from '../directory/survey.ts';
import type { ChangeSummary } from '../directory/version.ts';
import type { Alert, Evidence, NestedFile, ScopedFiles, ScorePoint } from '../directory/visit.ts';
import type { FileLink } from '../search/file-links.ts';
import type { SearchText } from '../search/search-text.ts';
import type { BackupStore } from './backup.ts';
import type { ChangeLogStore } from './change-log.ts';
import type { DomainPage, ListQuery } from './domain-page.ts';
import type { FacetStore } from './facets.ts';
import type { LinkStore } from './links.ts';
import type { ModerationStore } from './moderation.ts';
import type { OwnershipStore } from './ownership.ts';
import type { PageStore } from './pages.ts';
import type { RankingStore } from './ranking.ts';
import type { RegistrationStore } from './registration.ts';
import type { RehearsalStore } from './rehearsal.ts';
import type { SearchStore } from './search.ts';
import type { SecretReplacementStore } from './secret-replacement.ts';
import type { SnapshotStore } from './snapshot.ts';
import type { SurveyStore } from './survey.ts';
import type { TopicStore } from './topics.ts';
import type { VersionStore } from './versions.ts';

export type { DomainDetail } from '../directory/detail.ts';
export type { DomainPage, ListQuery } from './domain-page.ts';
export type { SiteLinks } from './links.ts';
export type { SiteWords, UnindexedSite } from './search.ts';
export { StoreError, type StoreErrorKind } from './store-error.ts';

export const textSchema = z.object({ hash: z.string(), body: z.string() });
export type StoredText = z.infer<typeof textSchema>;

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

export const leasedDomainSchema = z.object({
  state: domainStateSchema,
  /** Fencing token of the lease: an apply with an older one is refused. */
  lease: z.string(),
  attempts: z.int(),
});
export type LeasedDomain = z.infer<typeof leasedDomainSchema>;

export const plannedVisitSchema = z.object({
  state: domainStateSchema,
  /** When it is due, or while it is leased, when the lease ends; null: nobody may visit the domain. */
  due_at: instantSchema.nullable(),
  /** Who holds the lease. */
  worker: z.string().nullable(),
});
export type PlannedVisit = z.infer<typeof plannedVisitSchema>;

export interface AppliedVisit {
  readonly lease: string;
  readonly run: string;
  /** Keep this visit back until the run settles: its domain was fine and has failed. */
  readonly hold: boolean;
  readonly next: DomainState;
  readonly alerts: readonly Alert[];
  readonly point: ScorePoint | null;
  readonly dueAt: string;
  readonly evidence: Evidence;
  /** Null: keep what is stored (a 304, or an answer without a body). */
  readonly findings: readonly Finding[] | null;
  readonly quality: QualityAssessment | null;
  readonly preview: Preview | null;
  /** The owner's further files; absent: keep what is stored. */
  readonly nested?: readonly NestedFile[];
  /** Valid files besides the main one; of a source that is absent keep what is stored. */
  readonly scopedFiles?: ScopedFiles;
  /** How the site offers its pages as Markdown; absent: keep what is stored. */
  readonly twins?: readonly TwinRule[];
  /** The text of a valid version, stored once per hash; null keeps the last one. */
  readonly text: StoredText | null;
  /** What is new in the text since the one before; null or absent: not known. */
  readonly changes?: ChangeSummary | null;
  /** What is searched of the text; absent: keep what is stored. */
  readonly searchText?: SearchText;
  /** The links of the text; absent: keep what is stored. */
  readonly links?: readonly FileLink[];
}

/** `lost`: the lease has gone to another worker. `stale`: the owner or an operator changed the row meanwhile, judge again from `state`. */
export const applyResultSchema = z.discriminatedUnion('result', [
  z.object({ result: z.enum(['applied', 'held', 'lost']) }),
  z.object({ result: z.literal('stale'), state: domainStateSchema }),
]);
export type ApplyResult = z.infer<typeof applyResultSchema>;

export const runReportSchema = z.object({
  visited: z.int(),
  fine: z.int(),
  failed: z.int(),
  /** True: the breaker is open, and nothing that was held has been applied. */
  broken: z.boolean(),
  settled: z.int(),
});
export type RunReport = z.infer<typeof runReportSchema>;

/** A count that the store keeps and a recount of the rows, where they differ. */
export const counterDriftSchema = z.object({ fact: z.string(), kept: z.int().nullable(), found: z.int().nullable() });
export type CounterDrift = z.infer<typeof counterDriftSchema>;

export interface LookupCount {
  readonly domain: string;
  readonly count: number;
}

/** At most `quota` requests within `windowS` seconds of a client's first. */
export interface Quota {
  readonly name: string;
  readonly quota: number;
  readonly windowS: number;
}

export interface QuotasTaken {
  readonly allowed: boolean;
  /** In the order of the quotas. */
  readonly standings: readonly { readonly name: string; readonly remaining: number; readonly resetS: number }[];
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
    RankingStore,
    RegistrationStore,
    BackupStore,
    ModerationStore,
    SecretReplacementStore,
    SurveyStore,
    RehearsalStore,
    SearchStore,
    TopicStore,
    FacetStore,
    VersionStore,
    LinkStore,
    ChangeLogStore,
    SnapshotStore,
    PageStore {
  // Reads that anybody may make.
  lookup(domain: string): Promise<PublicFacts | null>;
  list(query: ListQuery): Promise<DomainPage>;
  stats(): Promise<Stats>;
  countries(): Promise<readonly CountryCount[]>;
  getDetail(domain: string): Promise<DomainDetail | null>;
  getDetails(domains: readonly string[]): Promise<readonly DomainDetail[]>;
  /** The stored text of the last valid version. */
  getText(domain: string): Promise<StoredText | null>;
  listTags(): Promise<readonly TagCount[]>;

  // What the build asks: domains whose page changed after `cursor` (null: all), in a stable order.
  listChanges(cursor: string | null, limit: number): Promise<Changes>;

  // The queue.
  /** @param network keyed hash of who registers them; absent for an import */
  track(domains: readonly string[], network?: string): Promise<{ readonly added: number; readonly known: number }>;
  openRun(run: { readonly id: string; readonly kind: 'scheduled' | 'on-demand' }): Promise<void>;
  /** Domains that are due, leased to `worker`. With `domains`, just those, due or not. */
  lease(request: {
    readonly run: string;
    readonly worker: string;
    readonly limit: number;
    readonly leaseMs: number;
    readonly domains?: readonly string[];
  }): Promise<readonly LeasedDomain[]>;
  extendLeases(leases: readonly string[], leaseMs: number): Promise<number>;
  /** A sign of life: what a silent run holds is given to others. */
  touchRun(run: string): Promise<void>;
  /** Remembers that somebody waits for visits of these domains. */
  requestVisits(domains: readonly string[]): Promise<void>;
  /** Domains whose visit was requested and is due, and that nobody has leased; the oldest request first. */
  listRequestedVisits(limit: number): Promise<readonly string[]>;
  apply(visit: AppliedVisit): Promise<ApplyResult>;
  release(lease: string, dueAt: string): Promise<void>;
  /** Ends a run: applies what it held, or drops it when the breaker is open (more than 5 % and at least 20 of the domains that were fine). */
  settleRun(run: string): Promise<RunReport>;
  countDue(): Promise<number>;
  /** When a domain is visited next; null when it is not tracked. */
  getPlannedVisit(domain: string): Promise<PlannedVisit | null>;

  // Facts around the crawl.
  /** Verifies without a visit; tracks those that are not tracked yet. */
  setOwners(owners: readonly SeededOwner[]): Promise<void>;
  /** Sets what lists and registries know; domains that are not tracked are left out. */
  setFacts(facts: readonly SeededFacts[]): Promise<void>;

  // What the API counts.
  /** Adds lookups of tracked domains; others are left out. */
  countLookups(counts: readonly LookupCount[]): Promise<void>;
  /** Takes one request of `client` (an opaque key) from every quota, or from none if one is used up. Holds across processes. */
  takeQuotas(quotas: readonly Quota[], client: string): Promise<QuotasTaken>;

  /** Every kept count against a recount: empty when all is well. Reads the whole directory. */
  verifyCounters(): Promise<readonly CounterDrift[]>;

  close(): Promise<void>;
}
