import { StoreError } from './store-error.ts';

/** Looks up names in one round trip. Returns the results in the order of the names. */
type LookUpAll<Found> = (domains: readonly string[]) => Promise<readonly Found[]>;

/** Most concurrent calls. A Data API answers a few in parallel, and more would wait for its connections. */
const MAX_CALLS = 4;
/** Most names per call, which take milliseconds in the database. */
const MAX_BATCH = 100;

interface PendingLookup<Found> {
  readonly domain: string;
  resolve(found: Found): void;
  reject(error: unknown): void;
}

/**
 * Batches lookups that arrive during a running call, because a lookup costs a round trip and not a row. Sends a single lookup
 * immediately.
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
          // Fail all pending lookups, because the queue of a hanging store would grow endlessly.
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
