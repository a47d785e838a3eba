import { registrableDomain } from '../directory/domain-name.ts';
import { DirectoryError } from '../directory/errors.ts';
import type { Store } from '../store/store.ts';
import { networkBlock } from './network-block.ts';

const DAY_S = 86_400;
/** What one provider gives one customer, who has as many /64 networks as he likes in it. */
const MAX_OF_A_BLOCK = 1_000;
/** Beyond, a domain's subdomains are generated, not sites that somebody keeps. */
const MAX_OF_A_DOMAIN = 50;

interface Needs {
  readonly store: Pick<Store, 'takeQuotas'>;
  /** New domains that all clients together may register. */
  readonly registrationsPerDay: number;
  /** A keyed hash. */
  fingerprint(text: string): string;
}

/** Counts a new domain against the ceilings of a day. Rejects with `DirectoryError` rate.limited where one is reached. */
export async function takeRegistration(domain: string, network: string, needs: Needs): Promise<void> {
  const site = registrableDomain(domain);
  const block = networkBlock(network);
  const ceilings = [
    { name: 'register-domain-day', quota: MAX_OF_A_DOMAIN, of: `domain|${site}`, who: `below ${site}` },
    { name: 'register-block-day', quota: MAX_OF_A_BLOCK, of: `block|${block}`, who: 'from your network' },
    { name: 'register-all-day', quota: needs.registrationsPerDay, of: 'all', who: 'in this directory' },
  ];
  for (const { name, quota, of, who } of ceilings) {
    const taken = await needs.store.takeQuotas([{ name, quota, windowS: DAY_S }], needs.fingerprint(of));
    if (taken.allowed) continue;
    const seconds = Math.max(1, taken.standings[0]?.resetS ?? DAY_S);
    throw new DirectoryError('rate.limited', `No more new domains ${who} today; try again in ${seconds} s.`, {
      retryAfterS: seconds,
    });
  }
}
