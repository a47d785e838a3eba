import { LRUCache } from 'lru-cache';
import { DirectoryError, type ErrorCode } from '../../../src/directory/errors.ts';
import { toDirectoryError } from '../../../src/operations/to-directory-error.ts';

/** Most cached bytes. Eight MiB hold a few thousand records, enough for repeated requests. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Bytes of a cached answer without its text: fields, key and entry. */
const OVERHEAD_BYTES = 1_024;
/** Oldest answer served while the store is unavailable. Crawls change the facts a few times a day. */
const STAND_IN_MS = 10 * 60_000;
/** Failures of one client. Another client may have quota left, or a place in the queue. */
const FAILURES_OF_CLIENT: ReadonlySet<ErrorCode> = new Set(['rate.limited', 'service.busy']);

interface Entry<Value> {
  readonly value: Value;
  readonly madeAt: number;
  /** Number of `clear` calls before the answer. */
  readonly generation: number;
}

/**
 * Cache of recent answers. Concurrent requests for a missing answer compute it once, unless only the first client is refused. An
 * answer older than `keepMs` is served while a new one is computed. After twice that time, it is served only while the store is
 * unavailable. Null is not cached.
 */
export interface AnswerCache<Value> {
  get(key: string, keepMs: number, make: () => Promise<Value>): Value | Promise<Value>;
  /** After a change, earlier answers are served only while the store is unavailable. */
  clear(): void;
}

/** `charactersOf` returns the length of a value. */
export function createAnswerCache<Value>(
  now: () => number,
  charactersOf: (value: Value) => number,
): AnswerCache<Value> {
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize: MAX_BYTES,
    // Count two bytes per character, because strings are Latin-1 or UTF-16 in V8.
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
        // Answer only earlier requests with an answer read before a change.
        if (since === generation && value !== null) entries.set(key, { value, madeAt: now(), generation });
        return value;
      })
      .finally(() => {
        if (making.get(key) === made) making.delete(key);
      });
    making.set(key, made);
    return made;
  };

  /** Waits for a running computation, or starts one. If only the other client is refused, tries again for this client. */
  const share = (key: string, make: () => Promise<Value>): Promise<Value> =>
    making.get(key)?.catch((error) => {
      if (error instanceof DirectoryError && FAILURES_OF_CLIENT.has(error.code)) return share(key, make);
      throw error;
    }) ?? renew(key, make);

  return {
    get(key, keepMs, make) {
      const entry = entries.get(key);
      if (!entry) return share(key, make);
      const ageMs = now() - entry.madeAt;
      const isCurrent = entry.generation === generation;
      if (isCurrent && ageMs < keepMs) return entry.value;
      if (!isCurrent || ageMs >= 2 * keepMs) {
        const shared = share(key, make);
        return ageMs < STAND_IN_MS ? shared.catch((error) => standIn(entry.value, error)) : shared;
      }
      // Throw only if the cached answer is too old.
      renew(key, make).catch(() => {});
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
