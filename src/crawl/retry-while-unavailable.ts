import { setTimeout as wait } from 'node:timers/promises';
import { StoreError } from '../store/store.ts';

/** Waits between attempts, 65 s in total. The waits outlast a store outage of half a minute. */
const WAITS_MS: readonly number[] = [250, 1_000, 4_000, 10_000, 15_000, 15_000, 20_000];

/** Retries while the store is unavailable. Throws other errors, and the error of the last attempt. */
export async function retryWhileUnavailable<Result>(act: () => Promise<Result>): Promise<Result> {
  for (const waitMs of WAITS_MS) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof StoreError) || error.kind !== 'unavailable') throw error;
      await wait(waitMs);
    }
  }
  return act();
}
