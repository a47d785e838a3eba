import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../runtime/log.ts';
import type { Store } from '../store/store.ts';
import { type CrawlStore, crawl } from './crawl.ts';
import type { CrawlReport } from './steps/settle.ts';
import type { VisitTools } from './visit/visit-tools.ts';

export interface OnDemandOptions {
  readonly store: CrawlStore & Pick<Store, 'requestVisits' | 'listRequestedVisits'>;
  readonly tools: VisitTools;
  readonly log: Log;
  /** An id that no other run has. */
  readonly newRunId: () => string;
}

/** Visits that somebody waits for, in a running server. */
export interface OnDemandCrawl {
  /** Visits the domain soon (it must be tracked); registrations that come together share a run. Never rejects, never blocks. */
  visitSoon(domain: string): void;
  /** The owner's recrawl: everything is read anew, a definitive response counts at once. The record is current when it resolves. */
  recrawl(domain: string): Promise<CrawlReport>;
  /** Resolves when nothing that was asked for is left to visit. */
  whenIdle(): Promise<void>;
  /** Aborts the visits under way and releases their domains. */
  close(): Promise<void>;
}

/** Registrations within this time share one run, its lease and its settlement. */
const GATHER_MS = 500;
const MAX_TOGETHER = 100;
const CONCURRENCY = 16;
/** How often the store is asked for visits that a server which has died still owes, this one before its restart perhaps. */
const RESUME_MS = 30_000;
/** After a run that failed, because the store was unavailable for example. */
const RETRY_MS = 30_000;
const MAX_TRIES = 3;

export function openOnDemandCrawl({ store, tools, log, newRunId }: OnDemandOptions): OnDemandCrawl {
  const stop = new AbortController();
  /** Domains to visit, and how often that was tried. */
  const wanted = new Map<string, number>();
  const underWay = new Set<Promise<unknown>>();
  let working: Promise<void> | null = null;

  const run = (domains: readonly string[], purpose: 'crawl' | 'recrawl'): Promise<CrawlReport> => {
    const crawling = crawl({
      store,
      tools,
      log,
      run: { id: newRunId(), kind: 'on-demand' },
      worker: 'server',
      purpose,
      domains,
      concurrency: CONCURRENCY,
      // Whoever holds the domain visits it now.
      waitForLeases: false,
      signal: stop.signal,
    });
    underWay.add(crawling);
    return crawling.finally(() => underWay.delete(crawling));
  };

  const pause = (ms: number) => wait(ms, undefined, { signal: stop.signal }).catch(() => {});

  async function work(): Promise<void> {
    while (wanted.size > 0 && !stop.signal.aborted) {
      await pause(GATHER_MS);
      const batch = [...wanted].slice(0, MAX_TOGETHER);
      for (const [domain] of batch) wanted.delete(domain);
      if (stop.signal.aborted) return;
      const domains = batch.map(([domain]) => domain);
      try {
        await run(domains, 'crawl');
      } catch (error) {
        log.error('crawl.on_demand_failed', { domains: batch.length, reason: String(error) });
        for (const [domain, tries] of batch) {
          if (tries < MAX_TRIES && !wanted.has(domain)) wanted.set(domain, tries + 1);
        }
        await pause(RETRY_MS);
      }
    }
  }

  function enqueue(domain: string): void {
    if (stop.signal.aborted || wanted.has(domain)) return;
    wanted.set(domain, 1);
    working ??= work().finally(() => {
      working = null;
    });
  }

  /** The store does not list what a living worker holds. */
  async function resume(): Promise<void> {
    try {
      for (const domain of await store.listRequestedVisits(MAX_TOGETHER)) enqueue(domain);
    } catch (error) {
      log.warn('crawl.resume_failed', { reason: String(error) });
    }
  }
  const resuming = setInterval(() => void resume(), RESUME_MS);
  resuming.unref();
  const first = resume();

  return {
    visitSoon(domain) {
      enqueue(domain);
      // Remembered for the case of a crash. The domain is due anyway: at worst the next scheduled crawl visits it.
      store.requestVisits([domain]).catch((error: unknown) => {
        log.warn('crawl.request_failed', { domain, reason: String(error) });
      });
    },
    recrawl: (domain) => run([domain], 'recrawl'),
    async whenIdle() {
      await first;
      await working;
    },
    async close() {
      clearInterval(resuming);
      stop.abort(new Error('the server is stopping'));
      await first;
      await Promise.allSettled([working, ...underWay]);
    },
  };
}
