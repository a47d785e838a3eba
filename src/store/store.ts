import type { Finding, Preview } from '#llmstxt';
import type { DomainDetail } from '../directory/detail.ts';
import type { PublicFacts } from '../directory/record.ts';
import type { DomainState, Tier } from '../directory/state.ts';
import type { CountryCount } from '../directory/survey.ts';
import type { Alert, Evidence, NestedFile, ScorePoint } from '../directory/visit.ts';
import type { BackupStore } from './backup.ts';
import type { ModerationStore } from './moderation.ts';
import type { OwnershipStore } from './ownership.ts';
import type { RankingStore } from './ranking.ts';
import type { RegistrationStore } from './registration.ts';
import type { SurveyStore } from './survey.ts';

export type { DomainDetail } from '../directory/detail.ts';

/** The store answers, or says in this error why it could not: `unavailable` may be tried again. */
export type StoreErrorKind = 'unavailable' | 'refused' | 'conflict' | 'not-found' | 'broken';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly kind: StoreErrorKind;

  constructor(kind: StoreErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly includeUnlisted: boolean;
  readonly verified: boolean;
}
export interface SearchQuery extends ListQuery {
  readonly q: string;
}
export interface DomainPage {
  readonly total: number;
  readonly totalIsEstimate: boolean;
  readonly results: readonly PublicFacts[];
}

export interface StatsFacts {
  readonly domains_tracked: number;
  readonly valid_llms_txt: number;
  readonly listed: number;
  readonly verified: number;
  readonly with_llms_full_txt: number;
  readonly pending: number;
  readonly last_checked: string | null;
}

export interface LeasedDomain {
  readonly state: DomainState;
  /** Fencing token of the lease: an apply with an older one is refused. */
  readonly lease: string;
  readonly attempts: number;
}

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
  readonly preview: Preview | null;
  /** The owner's further files; absent: keep what is stored. */
  readonly nested?: readonly NestedFile[];
  /** The text of a valid version, stored once per hash; null keeps the last one. */
  readonly text: { readonly hash: string; readonly body: string } | null;
}

/** `lost`: the lease has gone to another worker. `stale`: the owner or an operator changed the row meanwhile, judge again from `state`. */
export type ApplyResult =
  | { readonly result: 'applied' | 'held' | 'lost' }
  | { readonly result: 'stale'; readonly state: DomainState };

export interface RunReport {
  readonly visited: number;
  readonly fine: number;
  readonly failed: number;
  /** True: the breaker is open, and nothing that was held has been applied. */
  readonly broken: boolean;
  readonly settled: number;
}

/** One domain whose page differs from what a build may have seen. */
export interface Change {
  readonly domain: string;
  /** Opaque and growing; changes whenever anything on the page changes. */
  readonly revision: string;
  readonly tier: Tier | null;
  /** The directory no longer knows the domain: its page goes away. */
  readonly removed: boolean;
}

/** A count that the store keeps and a recount of the rows, where they differ. */
export interface CounterDrift {
  readonly fact: string;
  readonly kept: number | null;
  readonly found: number | null;
}

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

/** Persistence in the product's words. Every method throws `StoreError` and nothing else. */
export interface Store
  extends OwnershipStore,
    RankingStore,
    RegistrationStore,
    BackupStore,
    ModerationStore,
    SurveyStore {
  // Reads that anybody may make.
  lookup(domain: string): Promise<PublicFacts | null>;
  list(query: ListQuery): Promise<DomainPage>;
  search(query: SearchQuery): Promise<DomainPage>;
  stats(): Promise<StatsFacts>;
  countries(): Promise<readonly CountryCount[]>;
  getDetail(domain: string): Promise<DomainDetail | null>;
  getDetails(domains: readonly string[]): Promise<readonly DomainDetail[]>;
  /** The stored text of the last valid version. */
  getText(domain: string): Promise<{ readonly hash: string; readonly body: string } | null>;
  listTags(): Promise<readonly { readonly tag: string; readonly listed: number }[]>;

  // What the build asks: domains whose page changed after `cursor` (null: all), in a stable order.
  listChanges(
    cursor: string | null,
    limit: number,
  ): Promise<{ readonly changes: readonly Change[]; readonly cursor: string; readonly more: boolean }>;

  // The queue.
  track(domains: readonly string[]): Promise<{ readonly added: number; readonly known: number }>;
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
  /** Domains that were asked for, are due and in nobody's hands; the oldest question first. */
  listRequestedVisits(limit: number): Promise<readonly string[]>;
  apply(visit: AppliedVisit): Promise<ApplyResult>;
  release(lease: string, dueAt: string): Promise<void>;
  /**
   * Ends a run: applies what it held, or drops it when the breaker is open (more than 5 % and at least 20 of the domains that were fine).
   * Words that many domains have by then get the facts that searches for them rest on.
   */
  settleRun(run: string): Promise<RunReport>;
  countDue(): Promise<number>;

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
