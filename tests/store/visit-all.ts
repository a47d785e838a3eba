import { randomUUID } from 'node:crypto';
import type { DomainState } from '../../src/directory/state.ts';
import type { AppliedVisit, Store } from '../../src/store/store.ts';
import { HOUR, toVisit } from './sample-visit.ts';

type Visits = Pick<Store, 'track' | 'openRun' | 'lease' | 'apply' | 'settleRun'>;
/** Result of a visit, and stored data other than the defaults of `visitOf`. */
type Found = readonly [next?: Partial<DomainState>, more?: Partial<AppliedVisit>];

/** Tracks domains, and stores a visit of each in one run. */
export async function visitAll(
  store: Visits,
  domains: readonly string[],
  at: number,
  find: (domain: string) => Found,
): Promise<void> {
  const run = randomUUID();
  await store.track(domains);
  await store.openRun({ id: run, kind: 'scheduled' });
  // Lease all domains with one call, because most of a call's time is spent on the plan of its query.
  const leases = await store.lease({ run, worker: 'w', limit: domains.length, leaseMs: HOUR, domains });
  const leaseOf = new Map(leases.map((leased) => [leased.state.domain, leased]));
  for (const domain of domains) {
    const leased = leaseOf.get(domain);
    if (leased === undefined) throw new Error(`${domain} could not be leased`);
    const { result } = await store.apply(toVisit(leased, run, at, ...find(domain)));
    if (result !== 'applied') throw new Error(`the visit of ${domain} was ${result}`);
  }
  await store.settleRun(run);
}
