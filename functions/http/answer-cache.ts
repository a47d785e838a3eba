import { DirectoryError } from '../../src/directory/errors.ts';
import type { Answer } from './answer.ts';

/** An answer kept in this process, and the domain that it is about, if it counts as a lookup. */
export interface Kept {
  readonly answer: Answer;
  readonly domain: string | null;
}

/**
 * Bytes of bodies kept at most: a few thousand records, enough for what is asked again within seconds. The rest is read again.
 */
const MAX_BYTES = 8 * 1024 * 1024;
/** What a kept answer costs beside its body: fields, key, map entry. */
const OVERHEAD_BYTES = 1_024;

interface Entry<Value> {
  readonly kept: Value;
  readonly madeAt: number;
  /** Which change it was made after. */
  readonly generation: number;
  readonly bytes: number;
}

/** How old an answer may be that stands in while the store is away: facts that a crawl changes a few times a day. */
const STAND_IN_MS = 10 * 60_000;

/** Answers of the API, kept for the next who ask. Streams are not. While the store is away, an older one stands in. */
export function createAnswerCache(now: () => number) {
  return createShortMemory<Kept>(
    now,
    ({ answer: { body } }) => (typeof body === 'string' ? body.length : null),
    (error) => error instanceof DirectoryError && error.code === 'store.unavailable',
  );
}

/**
 * Answers of the last seconds. However many ask for one that is not there, it is made once. One that is older than `keepMs`
 * is given once more while it is made anew, and when it is twice as old only after a failure that `isPassing` knows.
 * `lengthOf`: characters; null keeps nothing.
 */
export function createShortMemory<Value>(
  now: () => number,
  lengthOf: (value: Value) => number | null,
  isPassing: (error: unknown) => boolean = () => false,
) {
  const entries = new Map<string, Entry<Value>>();
  const making = new Map<string, Promise<Value>>();
  let bytes = 0;
  let generation = 0;

  const drop = (key: string, entry: Entry<Value>) => {
    entries.delete(key);
    bytes -= entry.bytes;
  };

  const keep = (key: string, kept: Value) => {
    const length = lengthOf(kept);
    if (length === null) return;
    const old = entries.get(key);
    if (old) drop(key, old);
    // Strings are Latin-1 or UTF-16 inside the engine: counted as the larger.
    const entry = { kept, madeAt: now(), generation, bytes: (length + key.length) * 2 + OVERHEAD_BYTES };
    entries.set(key, entry);
    bytes += entry.bytes;
    for (const [oldest, candidate] of entries) {
      if (bytes <= MAX_BYTES) break;
      drop(oldest, candidate);
    }
  };

  const fresh = (key: string, make: () => Promise<Value>): Promise<Value> => {
    const underWay = making.get(key);
    if (underWay) return underWay;
    const since = generation;
    const made = make()
      .then((kept) => {
        // What was read before a change is for those who asked before it.
        if (since === generation) keep(key, kept);
        return kept;
      })
      .finally(() => {
        if (making.get(key) === made) making.delete(key);
      });
    making.set(key, made);
    return made;
  };

  return {
    get(key: string, keepMs: number, make: () => Promise<Value>): Value | Promise<Value> {
      const entry = entries.get(key);
      const ageMs = entry ? now() - entry.madeAt : Number.POSITIVE_INFINITY;
      const isCurrent = entry?.generation === generation;
      if (entry && isCurrent && ageMs < keepMs) return entry.kept;
      const made = fresh(key, make);
      if (!entry) return made;
      if (!isCurrent || ageMs >= 2 * keepMs) {
        if (ageMs >= STAND_IN_MS) return made;
        return made.catch((error: unknown) => {
          if (isPassing(error)) return entry.kept;
          throw error;
        });
      }
      // A failure is for whoever asks when this one is too old.
      made.catch(() => {});
      return entry.kept;
    },
    /** After a change: what was read before it is given only after a failure that `isPassing` knows. */
    clear(): void {
      generation += 1;
      making.clear();
    },
  };
}
