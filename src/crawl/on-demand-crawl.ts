import { setTimeout as wait } from 'node:timers/promises';
import { FIRST_VISIT_SLOTS } from '../operations/quotas.ts';
import { FairSlots } from '../runtime/fair-slots.ts';
import type { Log } from '../runtime/log.ts';
import type { Store } from '../store/store.ts';
import { type CrawlStore, crawl } from './crawl.ts';
import type { CrawlReport } from './steps/settle.ts';
import { toNetworkTools, type VisitTools } from './visit/visit-tools.ts';

export interface OnDemandOptions {
  readonly store: CrawlStore & Pick<Store, 'requestVisits' | 'listRequestedVisits'>;
  readonly tools: VisitTools;
  readonly log: Log;
  readonly newRunId: () => string;
}

/** Most visits to resume at once after a server died. */
const MAX_RESUMED = 100;
/** Interval of queries for visits of a dead server, in ms. */
const RESUME_MS = 30_000;
/** Pause after a failed visit, for example because the store was unavailable. */
const RETRY_MS = 30_000;
const MAX_TRIES = 3;

export class OnDemandCrawl {
  readonly #options: OnDemandOptions;
  readonly #slots: FairSlots;
  readonly #stop = new AbortController();
  readonly #wanted = new Map<string, Promise<void>>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #resuming: NodeJS.Timeout;
  readonly #firstResume: Promise<void>;

  constructor(options: OnDemandOptions) {
    this.#options = options;
    this.#slots = new FairSlots(FIRST_VISIT_SLOTS, options.tools.now);
    this.#resuming = setInterval(() => void this.#resume(), RESUME_MS);
    this.#resuming.unref();
    this.#firstResume = this.#resume();
  }

  /**
   * Visits a tracked domain soon. Resolves after the visit or its failure. Never rejects.
   * @param network opaque key of the network that registered the domain. Free slots go to the network with the fewest
   * visits
   */
  visitSoon(domain: string, network: string = domain): Promise<void> {
    const { store, log } = this.#options;
    // Store the request, so that a crash does not lose it. Ignore the error, because the domain is due and the next crawl visits
    // it.
    store.requestVisits([domain]).catch((error: unknown) => {
      log.warn('crawl.request_failed', { domain, reason: String(error) });
    });
    return this.#want(domain, network);
  }

  /**
   * Runs the owner's recrawl. Reads everything again, and a definitive response counts at once. Resolves after the
   * record is updated.
   */
  recrawl(domain: string): Promise<CrawlReport> {
    return this.#crawl(domain, 'recrawl', domain);
  }

  /** Resolves if no requested visit is left. */
  async whenIdle(): Promise<void> {
    await this.#firstResume;
    while (this.#wanted.size > 0) await Promise.all(this.#wanted.values());
  }

  /** Aborts running visits and releases their domains. */
  async close(): Promise<void> {
    clearInterval(this.#resuming);
    this.#stop.abort(new Error('the server is stopping'));
    await this.#firstResume;
    await Promise.allSettled([...this.#wanted.values(), ...this.#underWay]);
  }

  #want(domain: string, network: string): Promise<void> {
    const visit = this.#wanted.get(domain) ?? this.#visit(domain, network).finally(() => this.#wanted.delete(domain));
    this.#wanted.set(domain, visit);
    return visit;
  }

  /** Each visit is a separate run, so that no visit waits for a slower one. */
  async #visit(domain: string, network: string): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES && !this.#stop.signal.aborted; tries += 1) {
      try {
        const release = await this.#slots.take(network, this.#stop.signal);
        await this.#crawl(domain, 'crawl', network).finally(release);
        return;
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.#options.log.error('crawl.on_demand_failed', { domain, reason: String(error) });
        await this.#pause(RETRY_MS);
      }
    }
  }

  #crawl(domain: string, purpose: 'crawl' | 'recrawl', network: string): Promise<CrawlReport> {
    const { store, tools, log, newRunId } = this.#options;
    const crawling = crawl({
      store,
      tools: toNetworkTools(tools, network),
      log,
      run: { id: newRunId(), kind: 'on-demand' },
      worker: 'server',
      purpose,
      domains: [domain],
      // Another server may have made the first visit during the wait.
      onlyDue: purpose === 'crawl',
      concurrency: 1,
      // Do not wait, because the lease holder visits the domain now.
      waitForLeases: false,
      signal: this.#stop.signal,
    });
    this.#underWay.add(crawling);
    return crawling.finally(() => this.#underWay.delete(crawling));
  }

  /** Resumes visits of dead servers. The store does not list domains of living workers. */
  async #resume(): Promise<void> {
    const { store, log } = this.#options;
    try {
      for (const { domain, network } of await store.listRequestedVisits(MAX_RESUMED)) {
        void this.#want(domain, network ?? domain);
      }
    } catch (error) {
      log.warn('crawl.resume_failed', { reason: String(error) });
    }
  }

  #pause(ms: number): Promise<void> {
    return wait(ms, undefined, { signal: this.#stop.signal }).catch(() => {});
  }
}
