import type { Answer } from './exchange.ts';

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
  readonly bytes: number;
}

/** Answers of the API, kept for the next who ask. Streams are not. */
export function createAnswerCache(now: () => number) {
  return createShortMemory<Kept>(now, ({ answer: { body } }) => (typeof body === 'string' ? body.length : null));
}

/**
 * Answers of the last seconds. However many ask for one that is not there, it is made once. One that is older than `keepMs`
 * is given once more while it is made anew, and never when it is twice as old. `lengthOf`: characters; null keeps nothing.
 */
export function createShortMemory<Value>(now: () => number, lengthOf: (value: Value) => number | null) {
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
    const entry = { kept, madeAt: now(), bytes: (length + key.length) * 2 + OVERHEAD_BYTES };
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
      if (entry && ageMs < keepMs) return entry.kept;
      const made = fresh(key, make);
      if (!entry || ageMs >= 2 * keepMs) return made;
      // A failure is for whoever asks when this one is too old.
      made.catch(() => {});
      return entry.kept;
    },
    /** After a change: what was read before it is not given any more. */
    clear(): void {
      generation += 1;
      entries.clear();
      making.clear();
      bytes = 0;
    },
  };
}
