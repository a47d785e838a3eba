import type { BackupStore } from './backup.ts';
import type { ChangeLogStore } from './change-log.ts';
import type { CountingStore } from './counting.ts';
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
import type { SiteStore } from './sites.ts';
import type { SnapshotStore } from './snapshot.ts';
import type { SurveyStore } from './survey.ts';
import type { TopicStore } from './topics.ts';
import type { TrackingStore } from './tracking.ts';
import type { VersionStore } from './versions.ts';
import type { WatchStore } from './watches.ts';

export type { Quota, QuotaStanding, QuotaTake } from './counting.ts';
export type { ListQuery } from './domain-page.ts';
export type { AppliedVisit, ApplyResult, LeasedDomain, PlannedVisit, RunReport } from './queue.ts';
export type { Change } from './sites.ts';
export { StoreError, type StoreErrorKind } from './store-error.ts';
export type { SeededOwner } from './tracking.ts';

/** Store of the directory. Every method throws only `StoreError`. */
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
    PackageStore,
    SiteStore,
    TrackingStore,
    CountingStore {
  close(): Promise<void>;
}
