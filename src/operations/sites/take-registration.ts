import { paidDomain } from '../../directory/domain-name.ts';
import { DAY_S } from '../../directory/duration.ts';
import { DirectoryError } from '../../directory/errors.ts';
import type { Store } from '../../store/store.ts';
import { HELD_BYTES_OF_NETWORK, REGISTRATIONS, REGISTRATIONS_BELOW, REGISTRATIONS_OF_NETWORK } from '../quotas.ts';
import type { UsesFingerprint } from '../service-hooks.ts';
import { type BudgetTake, takeBudgets } from '../take-budgets.ts';

interface Deps extends UsesFingerprint {
  readonly store: Pick<Store, 'takeQuotas'>;
  /** New domains per day for all clients together. */
  readonly registrationsPerDay: number;
}

/** Counts a new domain of a network (`networkKey`) against the daily budgets. Rejects with `DirectoryError` rate.limited if a budget refuses. */
export async function takeRegistration(
  domain: string,
  network: string,
  { store, registrationsPerDay, fingerprint }: Deps,
): Promise<void> {
  const paid = paidDomain(domain);
  const below: BudgetTake = {
    ...REGISTRATIONS_BELOW,
    subject: fingerprint(`domain|${paid}`),
    network,
    refusal: `No more new domains below ${paid} today`,
  };
  await takeBudgets(store, [
    { ...REGISTRATIONS_OF_NETWORK, subject: network, refusal: 'No more new domains from your network today' },
    // Do not count the domain itself against names below it, so that invented names never block it.
    ...(domain === paid ? [] : [below]),
    {
      ...REGISTRATIONS,
      quota: registrationsPerDay,
      subject: fingerprint('all'),
      network,
      refusal: 'No more new domains in this directory today',
    },
  ]);
}

/** Rejects with `DirectoryError` rate.limited if the network's registered sites use too many bytes. */
export async function refuseFullNetwork(
  network: string,
  { store }: { readonly store: Pick<Store, 'countHeldBytes'> },
): Promise<void> {
  if ((await store.countHeldBytes(network)) < HELD_BYTES_OF_NETWORK) return;
  throw new DirectoryError(
    'rate.limited',
    'The files of the sites from your network need too much space. Verify some of the sites, or try again in a day.',
    { retryAfterS: DAY_S },
  );
}
