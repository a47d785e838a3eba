import { StoreError } from './store-error.ts';

/** Looks up one name, or many in one round trip; returns what it found in the order of the names. */
type LookUpAll<Found> = (domains: readonly string[]) => Promise<readonly Found[]>;

/** Calls under way at once. A Data API answers some in parallel; more of them would wait for its connections. */
const MAX_CALLS = 4;
/** Names for each call: milliseconds in the database, so that the first of them does not wait for the last. */
const MAX_BATCH = 100;

interface PendingLookup<Found> {
  readonly domain: string;
  resolve(found: Found): void;
  reject(error: unknown): void;
}

/**
 * Lookups that come while others are under way share the next round trip: what a lookup costs is the trip, not the row.
 * One that comes alone is sent at once, and alone.
 */
export function batchLookups<Found>(lookUpAll: LookUpAll<Found>): (domain: string) => Promise<Found> {
  let pending: PendingLookup<Found>[] = [];
  let calls = 0;

  const sendNext = () => {
    if (pending.length === 0 || calls >= MAX_CALLS) return;
    const batch = pending.slice(0, MAX_BATCH);
    pending = pending.slice(MAX_BATCH);
    calls += 1;
    lookUpAll(batch.map(({ domain }) => domain))
      .then(
        (found) => {
          for (const [at, { resolve, reject }] of batch.entries()) {
            const one = found[at];
            if (one === undefined) reject(new RangeError('fewer results than names'));
            else resolve(one);
          }
        },
        (error: unknown) => {
          // Behind a store that hangs a queue would grow without end: all that is pending fails now, and the next lookup tries again.
          const failed = isUnavailable(error) ? [...batch, ...pending.splice(0)] : batch;
          for (const { reject } of failed) reject(error);
        },
      )
      .finally(() => {
        calls -= 1;
        sendNext();
      });
  };

  return (domain) =>
    new Promise((resolve, reject) => {
      pending.push({ domain, resolve, reject });
      sendNext();
    });
}

function isUnavailable(error: unknown): boolean {
  return error instanceof StoreError && error.kind === 'unavailable';
}
