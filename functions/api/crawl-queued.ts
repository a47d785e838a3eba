import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type CrawlOptions, crawl } from '../crawl/crawl.ts';

/** Registrations of one moment are crawled together; well within the minute that a caller is promised. */
const GATHER_MS = 500;
/** A run that failed is tried again after this. */
const RETRY_MS = 15_000;
const CONCURRENCY = 8;
/** Domains for each run, so that a flood of registrations does not make the last of them wait for one long run to settle. */
const BATCH = 50;

export interface QueuedCrawl {
  /** Crawl this tracked domain soon. */
  add(domain: string): void;
  /** Breaks off what is under way; leases go back, and what was not visited waits for the next scheduled run. */
  stop(): Promise<void>;
}

/** Visits what has been registered with this process, and nothing else. `changed` is called after each run. */
export function crawlQueued(
  tools: Omit<CrawlOptions, 'run' | 'worker' | 'domains' | 'signal'>,
  changed: () => void,
): QueuedCrawl {
  const waiting = new Set<string>();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;

  const schedule = (delayMs: number) => {
    if (timer || isRunning || waiting.size === 0 || stopping.signal.aborted) return;
    timer = setTimeout(() => {
      timer = null;
      isRunning = true;
      running = run().finally(() => {
        isRunning = false;
      });
    }, delayMs);
  };

  const run = async () => {
    const domains = [...waiting].slice(0, BATCH);
    let delayMs = GATHER_MS;
    try {
      await crawl({
        concurrency: CONCURRENCY,
        ...tools,
        run: { id: randomUUID(), kind: 'on-demand' },
        worker: `serve on ${hostname()}`,
        domains,
        signal: stopping.signal,
      });
      for (const domain of domains) waiting.delete(domain);
    } catch (error) {
      delayMs = RETRY_MS;
      tools.log.error('crawl.failed', {
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
    changed();
    queueMicrotask(() => schedule(delayMs));
  };

  return {
    add(domain) {
      waiting.add(domain);
      schedule(GATHER_MS);
    },
    async stop() {
      stopping.abort();
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
