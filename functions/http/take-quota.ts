import { BYTES_PER_READ, type QuotaGroup } from '../../src/operations/quotas.ts';
import type { AppContext } from './app-env.ts';
import { type Limiter, rateLimited } from './limiter.ts';
import { takeTurn } from './take-turn.ts';

/**
 * Takes from the client's quota, one request unless `cost` is given, and remembers what is left. Rejects with `DirectoryError`
 * rate.limited if the quota has too few left.
 */
export type TakeQuota = (c: AppContext, group: QuotaGroup, cost?: number) => Promise<void>;

/** The one place where requests are counted: for the router, and for answers that know their quota later. */
export function createTakeQuota(limiter: Limiter): TakeQuota {
  return async (c, group, cost = 1) => {
    const { allowed, states } = await limiter.take(group, c.get('client').network, cost);
    const taken = new Set(states.map(({ policy }) => policy.name));
    // A check of a large file takes from two groups.
    c.set('quotas', [...(c.get('quotas') ?? []).filter(({ policy }) => !taken.has(policy.name)), ...states]);
    if (!allowed) throw rateLimited(states, cost);
  };
}

/**
 * Takes the reads that a file of so many bytes costs beside the one that the request has cost already. After a large file it resolves
 * in a turn of the event loop of its own.
 */
export async function takeReads(c: AppContext, bytes: number, takeQuota: TakeQuota): Promise<void> {
  const more = Math.ceil(bytes / BYTES_PER_READ) - 1;
  if (more <= 0) return;
  await takeQuota(c, 'read', more);
  await takeTurn();
}
