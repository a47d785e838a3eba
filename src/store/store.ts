import type { createStore } from './create-store.ts';

export type { Quota, QuotaStanding, QuotaTake } from './counting.ts';
export type { ListQuery } from './domain-page.ts';
export type { AppliedVisit, ApplyResult, LeasedDomain, PlannedVisit, RunReport } from './queue.ts';
export type { Change } from './sites.ts';
export { StoreError, type StoreErrorKind } from './store-error.ts';
export type { SeededOwner } from './tracking.ts';

/** Store of the directory. Every method rejects only with `StoreError`. */
export type Store = ReturnType<typeof createStore>;
