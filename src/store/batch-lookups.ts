import { StoreError } from './store.ts';

/** Asks for one, or for many in one round trip; answers in the order of the names. */
type Ask<Found> = (domains: readonly string[]) => Promise<readonly Found[]>;

/** Calls under way at once. A Data API answers some beside each other; more of them would wait for its connections. */
const MAX_CALLS = 4;
/** Names for each call: milliseconds in the database, so that the first of them does not wait for the last. */
const MAX_TOGETHER = 100;

interface Waiter<Found> {
  readonly domain: string;
  resolve(found: Found): void;
  reject(error: unknown): void;
}

/**
 * Lookups that come while others are under way share the next round trip: what a lookup costs is the trip, not the row.
 * One that comes alone is asked at once, and alone.
 */
export function gatherLookups<Found>(ask: Ask<Found>): (domain: string) => Promise<Found> {
  let waiting: Waiter<Found>[] = [];
  let calls = 0;

  const next = () => {
    if (waiting.length === 0 || calls >= MAX_CALLS) return;
    const together = waiting.slice(0, MAX_TOGETHER);
    waiting = waiting.slice(MAX_TOGETHER);
    calls += 1;
    ask(together.map(({ domain }) => domain))
      .then(
        (found) => {
          for (const [at, { resolve, reject }] of together.entries()) {
            const answer = found[at];
            if (answer === undefined) reject(new RangeError('fewer answers than questions'));
            else resolve(answer);
          }
        },
        (error: unknown) => {
          // Behind a store that hangs a queue would grow without end: whoever came meanwhile is told at once, and the next one tries again.
          const told = isAway(error) ? [...together, ...waiting.splice(0)] : together;
          for (const { reject } of told) reject(error);
        },
      )
      .finally(() => {
        calls -= 1;
        next();
      });
  };

  return (domain) =>
    new Promise((resolve, reject) => {
      waiting.push({ domain, resolve, reject });
      next();
    });
}

function isAway(error: unknown): boolean {
  return error instanceof StoreError && error.kind === 'unavailable';
}
