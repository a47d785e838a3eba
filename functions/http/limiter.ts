import { createHmac } from 'node:crypto';
import { DirectoryError } from '../../src/directory/errors.ts';
import { QUOTAS, type QuotaGroup } from '../../src/operations/quotas.ts';
import { type Quota, type Store, StoreError } from '../../src/store/store.ts';
import type { Fields } from './answer.ts';
import { createMemoryLimiter, type QuotaState, type QuotasTaken } from './memory-limiter.ts';

/** Takes requests of a client network from every policy of a group, or from none if one of them has too few left. */
export interface Limiter {
  /** `cost`: the number of requests, of a group that each process counts for itself; 1 when absent. */
  take(group: QuotaGroup, network: string, cost?: number): QuotasTaken | Promise<QuotasTaken>;
}

/** The quotas of a process, those that are shared among processes kept by `store`. */
export function createLimiter(
  now: () => number,
  store: { takeQuotas: Store['takeQuotas']; readonly secret: string },
): Limiter {
  const takeHere = createMemoryLimiter(now);
  return {
    take(group, network, cost = 1) {
      const { shared, policies } = QUOTAS[group];
      return shared ? takeShared(policies, network) : takeHere(policies, network, cost);
    },
  };

  async function takeShared(policies: readonly Quota[], network: string): Promise<QuotasTaken> {
    // Nobody's address is stored: the key says nothing to whoever reads the table.
    const subject = createHmac('sha256', store.secret).update(`quota|${network}`).digest('base64url');
    const taken = await store.takeQuotas(policies.map((policy) => ({ ...policy, subject }))).catch(nullWhileAway);
    // A check needs no store otherwise. Count it here, because it is to go on while the store is away.
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

/** `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11. */
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

/** The failure of a request beyond its quota: try again when every policy that has too few requests left starts anew. */
export function rateLimited(states: readonly QuotaState[], cost: number): DirectoryError {
  const short = states.filter(({ remaining, policy }) => remaining < Math.min(cost, policy.quota));
  const seconds = Math.max(1, ...short.map(({ resetS }) => resetS));
  return new DirectoryError('rate.limited', `Too many requests from your network; try again in ${seconds} s.`, {
    retryAfterS: seconds,
  });
}
