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

interface Entry {
  readonly kept: Kept;
  readonly until: number;
  readonly bytes: number;
}

/**
 * Answers of the last seconds. `generation` guards against a read that began before a change and ends after it:
 * such an answer is given to its caller and not kept.
 */
export function createAnswerCache(now: () => number) {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  let generation = 0;

  const drop = (key: string, entry: Entry) => {
    entries.delete(key);
    bytes -= entry.bytes;
  };

  return {
    generation: () => generation,
    get(key: string): Kept | null {
      const entry = entries.get(key);
      if (!entry) return null;
      if (entry.until > now()) return entry.kept;
      drop(key, entry);
      return null;
    },
    set(key: string, kept: Kept, keepMs: number, since: number): void {
      const { body } = kept.answer;
      if (since !== generation || typeof body !== 'string') return;
      const old = entries.get(key);
      if (old) drop(key, old);
      // Strings here are Latin-1 or UTF-16 inside the engine: counted as the larger.
      const entry = { kept, until: now() + keepMs, bytes: (body.length + key.length) * 2 + OVERHEAD_BYTES };
      entries.set(key, entry);
      bytes += entry.bytes;
      for (const [oldest, candidate] of entries) {
        if (bytes <= MAX_BYTES) break;
        drop(oldest, candidate);
      }
    },
    /** After a change: what was read before it is not given any more. */
    clear(): void {
      generation += 1;
      entries.clear();
      bytes = 0;
    },
  };
}

export type AnswerCache = ReturnType<typeof createAnswerCache>;
