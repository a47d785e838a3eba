import { DirectoryError } from '../directory/errors.ts';
import type { Quota, Store } from '../store/store.ts';

/** Takes one from a quota that belongs to something else than a client: a domain, or a keyed hash. Holds across processes. */
export async function takeDomainQuota(store: Pick<Store, 'takeQuotas'>, quota: Quota, subject: string): Promise<void> {
  const { allowed, standings } = await store.takeQuotas([quota], subject);
  if (allowed) return;
  const seconds = Math.max(1, standings[0]?.resetS ?? quota.windowS);
  throw new DirectoryError('rate.limited', `Too many requests for this domain; try again in ${seconds} s.`, {
    retryAfterS: seconds,
  });
}
