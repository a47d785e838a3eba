import { LRUCache } from 'lru-cache';
import { toDirectoryError } from '../../src/operations/to-directory-error.ts';

/** Bytes kept at most: a few thousand records, enough for what is asked again within seconds. The rest is read again. */
const MAX_BYTES = 8 * 1024 * 1024;
/** What a kept answer costs beside its text: fields, key, entry. */
const OVERHEAD_BYTES = 1_024;
/** How old an answer may be that stands in while the store is away: facts that a crawl changes a few times a day. */
const STAND_IN_MS = 10 * 60_000;

interface Entry<Value> {
  readonly value: Value;
  readonly madeAt: number;
  /** Which change it was made after. */
  readonly generation: number;
}

/**
 * Answers of the last seconds. However many ask for one that is not there, it is made once. One that is older than `keepMs`
 * is given once more while it is made anew, and when it is twice as old, only while the store is away. Null is not kept.
 */
export interface AnswerCache<Value> {
  get(key: string, keepMs: number, make: () => Promise<Value>): Value | Promise<Value>;
  /** After a change: what was read before it is given only while the store is away. */
  clear(): void;
}

/** `charactersOf`: length of what a value holds. */
export function createAnswerCache<Value>(
  now: () => number,
  charactersOf: (value: Value) => number,
): AnswerCache<Value> {
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize: MAX_BYTES,
    // Strings are Latin-1 or UTF-16 inside the engine: counted as the larger.
    sizeCalculation: ({ value }, key) => (charactersOf(value) + key.length) * 2 + OVERHEAD_BYTES,
  });
  const making = new Map<string, Promise<Value>>();
  let generation = 0;

  const renew = (key: string, make: () => Promise<Value>): Promise<Value> => {
    const underWay = making.get(key);
    if (underWay) return underWay;
    const since = generation;
    const made = make()
      .then((value) => {
        // What was read before a change is for those who asked before it.
        if (since === generation && value !== null) entries.set(key, { value, madeAt: now(), generation });
        return value;
      })
      .finally(() => {
        if (making.get(key) === made) making.delete(key);
      });
    making.set(key, made);
    return made;
  };

  return {
    get(key, keepMs, make) {
      const entry = entries.get(key);
      if (!entry) return renew(key, make);
      const ageMs = now() - entry.madeAt;
      const isCurrent = entry.generation === generation;
      if (isCurrent && ageMs < keepMs) return entry.value;
      const renewed = renew(key, make);
      if (!isCurrent || ageMs >= 2 * keepMs) {
        return ageMs < STAND_IN_MS ? renewed.catch((error) => standIn(entry.value, error)) : renewed;
      }
      // A failure is for whoever asks when this one is too old.
      renewed.catch(() => {});
      return entry.value;
    },
    clear() {
      generation += 1;
      making.clear();
    },
  };
}

function standIn<Value>(value: Value, error: unknown): Value {
  if (toDirectoryError(error)?.code === 'store.unavailable') return value;
  throw error;
}
