import { toMessage } from '../../../src/directory/to-message.ts';
import type { Log } from '../../../src/runtime/log.ts';

export type LookupCounts = readonly { readonly domain: string; readonly count: number }[];

export type LookupCounter = ReturnType<typeof createLookupCounter>;

/** Interval of writes: half of the ten seconds that may be lost. */
const FLUSH_MS = 5_000;
/** Most domains per write. */
const BATCH = 1_000;

/** Counts in memory and writes every few seconds, so that a lookup needs no write. */
export function createLookupCounter(write: (counts: LookupCounts) => Promise<void>, log: Log) {
  let counts = new Map<string, number>();
  let running: Promise<void> = Promise.resolve();

  const add = (domain: string, count: number) => counts.set(domain, (counts.get(domain) ?? 0) + count);

  const flush = async () => {
    const batch = [...counts].map(([domain, count]) => ({ domain, count }));
    counts = new Map();
    for (let i = 0; i < batch.length; i += BATCH) {
      try {
        await write(batch.slice(i, i + BATCH));
      } catch (error) {
        for (const { domain, count } of batch.slice(i)) add(domain, count);
        log.warn('lookups.not_written', {
          domains: counts.size,
          error: toMessage(error),
        });
        return;
      }
    }
  };
  const flushNext = () => {
    if (counts.size > 0) running = running.then(flush);
    return running;
  };

  const timer = setInterval(flushNext, FLUSH_MS);
  timer.unref();
  return {
    count: (domain: string) => void add(domain, 1),
    /** Stores the counts. Call this function before a stop. */
    async stop() {
      clearInterval(timer);
      await flushNext();
    },
  };
}
