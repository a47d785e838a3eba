import { describe, expect, it } from 'vitest';
import { createLimiter } from '../../../functions/http/pipeline/limiter.ts';
import { QUOTAS } from '../../../src/operations/quotas.ts';
import { StoreError, type StoreErrorKind } from '../../../src/store/store.ts';
import { countInMemory } from '../../store/count-in-memory.ts';

const CLIENT = '192.0.2.1';
const now = () => 0;

/** Creates two processes over one store, which fails with the given error. */
function openTwo(failure?: StoreErrorKind) {
  const count = countInMemory(now);
  const takeQuotas: typeof count = async (takes) => {
    if (failure) throw new StoreError(failure, 'not now');
    return await count(takes);
  };
  return [0, 1].map(() => createLimiter(now, { takeQuotas, secret: 'secret' }));
}

async function takeInTurn(limiters: ReturnType<typeof openTwo>, group: keyof typeof QUOTAS, requests: number) {
  let allowed = 0;
  for (let i = 0; i < requests; i += 1) {
    if ((await limiters[i % limiters.length]?.take(group, CLIENT))?.allowed) allowed += 1;
  }
  return allowed;
}

describe('limiter of two processes', () => {
  it.each(['register', 'verify', 'fetch'] as const)('shares the quota of %s across processes', async (group) => {
    const [{ quota }] = QUOTAS[group].policies;
    expect(await takeInTurn(openTwo(), group, 3 * quota)).toBe(quota);
  });

  it('counts per process while the store is unavailable', async () => {
    const [{ quota }] = QUOTAS.fetch.policies;
    expect(await takeInTurn(openTwo('unavailable'), 'fetch', 3 * quota)).toBe(2 * quota);
  });

  it('passes on any other error of the store', async () => {
    await expect(takeInTurn(openTwo('broken'), 'fetch', 1)).rejects.toThrow('not now');
  });
});
