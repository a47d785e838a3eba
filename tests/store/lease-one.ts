import type { LeasedDomain, Store } from '../../src/store/store.ts';

/** Leases a domain for a visit in a run. */
export async function leaseOne(
  store: Pick<Store, 'lease'>,
  domain: string,
  run = 'run',
  leaseMs = 60_000,
): Promise<LeasedDomain> {
  const [leased] = await store.lease({ run, worker: 'w', limit: 1, leaseMs, domains: [domain] });
  if (leased === undefined) throw new Error(`${domain} could not be leased`);
  return leased;
}
