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

export function openOnDemandCrawl(options: OnDemandOptions): OnDemandCrawl {
  return new RequestedVisits(options);
}

class RequestedVisits implements OnDemandCrawl {
  readonly #options: OnDemandOptions;
  readonly #stop = new AbortController();
  /** Domains to visit, and how often that was tried. */
  readonly #wanted = new Map<string, number>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #resuming: NodeJS.Timeout;
  readonly #firstResume: Promise<void>;
  #working: Promise<void> | null = null;

  constructor(options: OnDemandOptions) {
    this.#options = options;
    this.#resuming = setInterval(() => void this.#resume(), RESUME_MS);
    this.#resuming.unref();
    this.#firstResume = this.#resume();
  }

  visitSoon(domain: string): void {
    const { store, log } = this.#options;
    this.#enqueue(domain);
    // Remembered for the case of a crash. The domain is due anyway: at worst the next scheduled crawl visits it.
    store.requestVisits([domain]).catch((error: unknown) => {
      log.warn('crawl.request_failed', { domain, reason: String(error) });
    });
  }

  recrawl(domain: string): Promise<CrawlReport> {
    return this.#crawl([domain], 'recrawl');
  }

  async whenIdle(): Promise<void> {
    await this.#firstResume;
    await this.#working;
  }

  async close(): Promise<void> {
    clearInterval(this.#resuming);
    this.#stop.abort(new Error('the server is stopping'));
    await this.#firstResume;
    await Promise.allSettled([this.#working, ...this.#underWay]);
  }

  #enqueue(domain: string): void {
    if (this.#stop.signal.aborted || this.#wanted.has(domain)) return;
    this.#wanted.set(domain, 1);
    this.#working ??= this.#visitWanted().finally(() => {
      this.#working = null;
    });
  }

  async #visitWanted(): Promise<void> {
    while (this.#wanted.size > 0 && !this.#stop.signal.aborted) {
      await this.#pause(GATHER_MS);
      const batch = [...this.#wanted].slice(0, MAX_TOGETHER);
      for (const [domain] of batch) this.#wanted.delete(domain);
      if (this.#stop.signal.aborted) return;
      try {
        await this.#crawl(
          batch.map(([domain]) => domain),
          'crawl',
        );
      } catch (error) {
        this.#options.log.error('crawl.on_demand_failed', { domains: batch.length, reason: String(error) });
        for (const [domain, tries] of batch) {
          if (tries < MAX_TRIES && !this.#wanted.has(domain)) this.#wanted.set(domain, tries + 1);
        }
        await this.#pause(RETRY_MS);
      }
    }
  }

  #crawl(domains: readonly string[], purpose: 'crawl' | 'recrawl'): Promise<CrawlReport> {
    const { store, tools, log, newRunId } = this.#options;
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
      signal: this.#stop.signal,
    });
    this.#underWay.add(crawling);
    return crawling.finally(() => this.#underWay.delete(crawling));
  }

  /** The store does not list what a living worker holds. */
  async #resume(): Promise<void> {
    const { store, log } = this.#options;
    try {
      for (const domain of await store.listRequestedVisits(MAX_TOGETHER)) this.#enqueue(domain);
    } catch (error) {
      log.warn('crawl.resume_failed', { reason: String(error) });
    }
  }

  #pause(ms: number): Promise<void> {
    return wait(ms, undefined, { signal: this.#stop.signal }).catch(() => {});
  }
}
