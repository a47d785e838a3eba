import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../runtime/log.ts';
import type { LeasedDomain, Store } from '../store/store.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';
import { LEASE_MS, startHeartbeat } from './steps/lease.ts';

/** Pause between attempts to lease domains of another worker. */
const RETRY_MS = 1_000;
/** Longest wait for a lease to run out. If a domain is still leased, its worker is running. */
const LEASES_OVER_MS = LEASE_MS + 5_000;
/** Largest batch. More domains would wait in memory while other workers could visit them. */
const MAX_BATCH = 200;

export interface QueueOptions {
  readonly store: Pick<Store, 'lease' | 'extendLeases' | 'touchRun' | 'release'>;
  readonly log: Log;
  readonly run: string;
  /** Name of the lease holder, for logs. */
  readonly worker: string;
  /** Number of concurrent visits, and size of a batch. */
  readonly concurrency: number;
  /** Tracked domains to visit. Without `onlyDue`, also visits domains that are not due. If absent, all due domains are visited. */
  readonly domains?: readonly string[] | undefined;
  /** True to skip given domains that are not due, because another worker visited them. */
  readonly onlyDue?: boolean;
  readonly limit: number;
  /** True to wait for given domains that another worker leased, because that worker may be dead. */
  readonly waitForLeases: boolean;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Domains to visit, leased to this worker until they are released or dropped. */
export class Queue {
  readonly #options: QueueOptions;
  readonly #ready: LeasedDomain[] = [];
  readonly #held = new Set<string>();
  /** Given domains that are not yet leased, or null if no domains were given. */
  readonly #wanted: string[] | null;
  readonly #heldByOthers: string[] = [];
  readonly #stopHeartbeat: () => void;
  #waitUntil: number | null = null;
  #left: number;
  #closed = false;
  #leasing: Promise<void> | null = null;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#wanted = options.domains ? [...new Set(options.domains)] : null;
    this.#left = options.limit;
    this.#stopHeartbeat = startHeartbeat(options.store, options.run, () => [...this.#held], options.log);
  }

  /** Returns the next domain, or null at the end. */
  async next(): Promise<LeasedDomain | null> {
    for (;;) {
      const leased = this.#ready.shift();
      if (leased) return leased;
      if (this.#closed) return null;
      this.#leasing ??= this.#leaseBatch().finally(() => {
        this.#leasing = null;
      });
      await this.#leasing;
    }
  }

  /**
   * Stops extending a lease, because the visit was stored or the lease should run out. A lease that runs out counts
   * against the domain.
   */
  drop(lease: string): void {
    this.#held.delete(lease);
  }

  /** Releases a domain without a visit. The domain is due again in `delayMs`. */
  async release(lease: string, delayMs: number): Promise<void> {
    const { store, log, run, worker, now } = this.#options;
    this.#held.delete(lease);
    await store.release(lease, new Date(now() + delayMs).toISOString()).catch((error: unknown) => {
      log.warn('crawl.release_failed', { run, worker, reason: String(error) });
    });
  }

  /** Stops taking domains, and releases all domains without a started visit. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopHeartbeat();
    await this.#leasing?.catch(() => {});
    for (const { lease } of this.#ready.splice(0)) await this.release(lease, 0);
  }

  async #leaseBatch(): Promise<void> {
    const { store, run, worker, concurrency, onlyDue = false } = this.#options;
    if (this.#wanted?.length === 0) await this.#retryHeldByOthers();
    const limit = Math.min(concurrency, MAX_BATCH, this.#left);
    const domains = this.#wanted?.splice(0, limit);
    if (limit <= 0 || domains?.length === 0) {
      this.#closed = true;
      return;
    }
    // The store returns fewer domains than requested if no more are due or other workers leased them.
    const leased = await retryWhileUnavailable(() =>
      store.lease({ run, worker, limit, leaseMs: LEASE_MS, ...(domains && { domains }), ...(onlyDue && { onlyDue }) }),
    );
    this.#left -= leased.length;
    const got = new Set(leased.map(({ state }) => state.domain));
    this.#heldByOthers.push(...(domains ?? []).filter((domain) => !got.has(domain)));
    if (leased.length === 0 && !domains) this.#closed = true;
    for (const { lease } of leased) this.#held.add(lease);
    this.#ready.push(...leased);
  }

  /** Requeues domains that another worker holds, until the longest wait is over. */
  async #retryHeldByOthers(): Promise<void> {
    const { waitForLeases, signal } = this.#options;
    this.#waitUntil ??= performance.now() + LEASES_OVER_MS;
    if (this.#heldByOthers.length === 0 || !waitForLeases || performance.now() > this.#waitUntil) return;
    await wait(RETRY_MS, undefined, { signal }).catch(() => {});
    if (!signal.aborted) this.#wanted?.push(...this.#heldByOthers.splice(0));
  }
}
