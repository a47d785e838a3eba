import { setImmediate } from 'node:timers/promises';
import type { QuotaGroup } from '../../../src/operations/quotas.ts';
import type { AppContext } from './app-env.ts';
import { type Limiter, rateLimited } from './limiter.ts';

/**
 * Counts one request, or `cost`, against the client's quota, and stores the remaining quota for the response fields. Rejects
 * with `DirectoryError` rate.limited if the quota has too few left.
 */
export type TakeQuota = (c: AppContext, group: QuotaGroup, cost?: number) => Promise<void>;

/** Creates `TakeQuota` for the router and for answers that determine their quota later. */
export function createTakeQuota(limiter: Limiter): TakeQuota {
  return async (c, group, cost = 1) => {
    const { allowed, states } = await limiter.take(group, c.get('client').network, cost);
    const taken = new Set(states.map(({ policy }) => policy.name));
    // A check of a large file counts against two groups.
    c.set('quotas', [...(c.get('quotas') ?? []).filter(({ policy }) => !taken.has(policy.name)), ...states]);
    if (!allowed) throw rateLimited(states, cost);
  };
}

/**
 * Charges the further reads of a request, which already counted as one. After more than one read, waits for a new turn
 * of the event loop.
 */
export async function takeReads(c: AppContext, reads: number, takeQuota: TakeQuota): Promise<void> {
  const more = Math.ceil(reads) - 1;
  if (more <= 0) return;
  await takeQuota(c, 'read', more);
  await takeTurn();
}

let latest = Promise.resolve();

/** Waits for a new turn of the event loop, so that other requests run between tasks on large files. */
function takeTurn(): Promise<void> {
  latest = latest.then(() => setImmediate());
  return latest;
}
