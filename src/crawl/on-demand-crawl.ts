import { setTimeout as wait } from 'node:timers/promises';
import { type CrawlOptions, type CrawlReport, crawl } from './crawl.ts';

export type OnDemandTools = Omit<
  CrawlOptions,
  'run' | 'worker' | 'domains' | 'limit' | 'deadlineMs' | 'dryRun' | 'signal' | 'onVisit' | 'ownerRecrawl'
> & {
  /** An id that no other run has. */
  readonly newRunId: () => string;
};

/** Visits that somebody waits for, in a running server. */
export interface OnDemandCrawl {
  /** Visits the domain soon (it must be tracked); registrations that come together share a run. Never rejects, never blocks. */
  ask(domain: string): void;
  /** The owner's recrawl: everything is read anew, a definitive answer counts at once. The record is current when it resolves. */
  recrawl(domain: string): Promise<CrawlReport>;
  /** Resolves when nothing asked for is left to visit. */
  idle(): Promise<void>;
  /** Breaks off what is under way and gives it back. */
  close(): Promise<void>;
}

/** Registrations within this time share one run, its claim and its settlement. */
const GATHER_MS = 500;
const MAX_TOGETHER = 100;
const CONCURRENCY = 16;
/** How often it is looked for what was asked of a server that has died, this one before its restart perhaps. */
const TAKE_UP_MS = 30_000;
/** A store that is away deserves another try. */
const RETRY_MS = 30_000;
const MAX_TRIES = 3;

export function openOnDemandCrawl(tools: OnDemandTools): OnDemandCrawl {
  const stop = new AbortController();
  const asked = new Map<string, number>();
  const underWay = new Set<Promise<unknown>>();
  let working: Promise<void> | null = null;

  const run = (domains: readonly string[], ownerRecrawl: boolean): Promise<CrawlReport> => {
    const crawling = crawl({
      ...tools,
      run: { id: tools.newRunId(), kind: 'on-demand' },
      worker: 'server',
      domains,
      concurrency: CONCURRENCY,
      // Whoever has the domain in hand visits it now.
      waitForLeases: false,
      ownerRecrawl,
      signal: stop.signal,
    });
    underWay.add(crawling);
    return crawling.finally(() => underWay.delete(crawling));
  };

  async function work(): Promise<void> {
    while (asked.size > 0 && !stop.signal.aborted) {
      await wait(GATHER_MS, undefined, { signal: stop.signal }).catch(() => {});
      const batch = [...asked].slice(0, MAX_TOGETHER);
      for (const [domain] of batch) asked.delete(domain);
      if (stop.signal.aborted) return;
      try {
        await run(
          batch.map(([domain]) => domain),
          false,
        );
      } catch (error) {
        tools.log.error('crawl.on_demand_failed', { domains: batch.length, reason: String(error) });
        for (const [domain, tries] of batch) if (tries < MAX_TRIES && !asked.has(domain)) asked.set(domain, tries + 1);
        await wait(RETRY_MS, undefined, { signal: stop.signal }).catch(() => {});
      }
    }
  }

  function note(domain: string): void {
    if (stop.signal.aborted || asked.has(domain)) return;
    asked.set(domain, 1);
    working ??= work().finally(() => {
      working = null;
    });
  }

  /** What is under way is in somebody's hands, and so is not listed. */
  async function takeUp(): Promise<void> {
    try {
      for (const domain of await tools.store.listAsked(MAX_TOGETHER)) note(domain);
    } catch (error) {
      tools.log.warn('crawl.take_up_failed', { reason: String(error) });
    }
  }
  const takingUp = setInterval(() => void takeUp(), TAKE_UP_MS);
  takingUp.unref();
  let first: Promise<void> | null = takeUp().finally(() => {
    first = null;
  });

  return {
    ask(domain) {
      note(domain);
      // So that it is known after a crash, too. The domain is due in any case: at the worst the next crawl visits it.
      tools.store.askVisits([domain]).catch((error: unknown) => {
        tools.log.warn('crawl.ask_failed', { domain, reason: String(error) });
      });
    },
    recrawl: (domain) => run([domain], true),
    async idle() {
      await first;
      await working;
    },
    async close() {
      clearInterval(takingUp);
      stop.abort(new Error('the server is stopping'));
      await first;
      await Promise.allSettled([working, ...underWay]);
    },
  };
}
