import { createHmac } from 'node:crypto';
import { DirectoryError } from '../../../src/directory/errors.ts';
import { QUOTAS, type QuotaGroup } from '../../../src/operations/quotas.ts';
import { type Quota, type Store, StoreError } from '../../../src/store/store.ts';
import type { Fields } from './answer.ts';
import { createMemoryLimiter, type QuotaState, type QuotasTaken } from './memory-limiter.ts';

/** Counts requests of a client network against every policy of a group, or against none if one has too few left. */
export type Limiter = ReturnType<typeof createLimiter>;

/** Quotas of a process. `store` counts the quotas shared by processes. */
export function createLimiter(now: () => number, store: { takeQuotas: Store['takeQuotas']; readonly secret: string }) {
  const takeHere = createMemoryLimiter(now);
  return {
    /** `cost` is the number of requests, for groups counted per process. Default: 1. */
    take(group: QuotaGroup, network: string, cost: number = 1) {
      const { shared, policies } = QUOTAS[group];
      return shared ? takeShared(policies, network) : takeHere(policies, network, cost);
    },
  };

  async function takeShared(policies: readonly Quota[], network: string): Promise<QuotasTaken> {
    // Store a keyed hash, so that the table contains no addresses.
    const subject = createHmac('sha256', store.secret).update(`quota|${network}`).digest('base64url');
    const taken = await store.takeQuotas(policies.map((policy) => ({ ...policy, subject }))).catch(nullWhileAway);
    // Allow the request, because a check does not need the store. Count the request in this process, because the store may be
    // unavailable.
    if (taken === null) return takeHere(policies, network);
    const { allowed, standings } = taken;
    return {
      allowed,
      states: standings.flatMap(({ name, remaining, resetS }) => {
        const policy = policies.find((candidate) => candidate.name === name);
        return policy ? [{ policy, remaining, resetS }] : [];
      }),
    };
  }
}

function nullWhileAway(error: unknown): null {
  if (error instanceof StoreError && error.kind === 'unavailable') return null;
  throw error;
}

/** Formats the `RateLimit-Policy` and `RateLimit` fields (draft-ietf-httpapi-ratelimit-headers-11). */
export function limitFields(states: readonly QuotaState[]): Fields {
  let policies = '';
  let left = '';
  for (const { policy, remaining, resetS } of states) {
    const comma = policies === '' ? '' : ', ';
    policies += `${comma}"${policy.name}";q=${policy.quota};w=${policy.windowS}`;
    left += `${comma}"${policy.name}";r=${remaining};t=${resetS}`;
  }
  return { 'ratelimit-policy': policies, ratelimit: left };
}

/** Returns the error of a request above its quota. The wait ends after every used-up policy restarts. */
export function rateLimited(states: readonly QuotaState[], cost: number): DirectoryError {
  const short = states.filter(({ remaining, policy }) => remaining < Math.min(cost, policy.quota));
  const seconds = Math.max(1, ...short.map(({ resetS }) => resetS));
  return new DirectoryError('rate.limited', `Too many requests from your network. Try again in ${seconds} s.`, {
    retryAfterS: seconds,
  });
}
