import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../runtime/log.ts';
import type { LeasedDomain, Store } from '../store/store.ts';
import { LEASE_MS, leaseDomains, startHeartbeat } from './steps/lease.ts';

/** Between two attempts at domains that another worker holds. */
const RETRY_MS = 1_000;
/** After this long a lease that nobody extends has run out; a domain that is still held has a living worker. */
const LEASES_OVER_MS = LEASE_MS + 5_000;
/** More in one batch would sit leased in memory while other workers could visit it. */
const MAX_BATCH = 200;

export interface QueueOptions {
  readonly store: Pick<Store, 'lease' | 'extendLeases' | 'touchRun' | 'release'>;
  readonly log: Log;
  readonly run: string;
  readonly worker: string;
  /** Domains in work at the same time: the size of a batch. */
  readonly concurrency: number;
  /** Just these, due or not; all that is due when absent. */
  readonly domains?: readonly string[] | undefined;
  /** Domains to take at most. */
  readonly limit: number;
  /** Waits for given domains that another worker holds: it may be dead. */
  readonly waitForLeases: boolean;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Domains to visit, leased to this worker until they are released or dropped. */
export interface Queue {
  /** The next domain, or null when there is nothing more to take. */
  next(): Promise<LeasedDomain | null>;
  /** The lease needs no more extending: the visit was stored, or is left to run out, which counts against the domain. */
  drop(lease: string): void;
  /** Gives a domain back without a visit, due again in `delayMs`. */
  release(lease: string, delayMs: number): Promise<void>;
  /** Takes no more, and releases at once what nobody has begun. */
  close(): Promise<void>;
}

export function openQueue(options: QueueOptions): Queue {
  const { store, log, run, worker, concurrency, now, signal } = options;
  const ready: LeasedDomain[] = [];
  const held = new Set<string>();
  const wanted = options.domains ? [...new Set(options.domains)] : null;
  const heldByOthers: string[] = [];
  let waitUntil: number | null = null;
  let left = options.limit;
  let closed = false;
  let leasing: Promise<void> | null = null;
  const stopHeartbeat = startHeartbeat(store, run, () => [...held], log);

  async function leaseBatch(): Promise<void> {
    if (wanted?.length === 0) await retryHeldByOthers();
    const limit = Math.min(concurrency, MAX_BATCH, left);
    const domains = wanted?.splice(0, limit);
    if (limit <= 0 || domains?.length === 0) {
      closed = true;
      return;
    }
    const leased = await leaseDomains(store, { run, worker, limit, domains });
    left -= leased.length;
    const got = new Set(leased.map(({ state }) => state.domain));
    heldByOthers.push(...(domains ?? []).filter((domain) => !got.has(domain)));
    if (leased.length === 0 && !domains) closed = true;
    for (const { lease } of leased) held.add(lease);
    ready.push(...leased);
  }

  /** Puts what another worker held back among what is wanted, unless it has been waited for long enough. */
  async function retryHeldByOthers(): Promise<void> {
    waitUntil ??= performance.now() + LEASES_OVER_MS;
    if (heldByOthers.length === 0 || !options.waitForLeases || performance.now() > waitUntil) return;
    await wait(RETRY_MS, undefined, { signal }).catch(() => {});
    if (!signal.aborted) wanted?.push(...heldByOthers.splice(0));
  }

  async function release(lease: string, delayMs: number): Promise<void> {
    held.delete(lease);
    await store.release(lease, new Date(now() + delayMs).toISOString()).catch((error: unknown) => {
      log.warn('crawl.release_failed', { run, worker, reason: String(error) });
    });
  }

  return {
    async next() {
      for (;;) {
        const leased = ready.shift();
        if (leased) return leased;
        if (closed) return null;
        leasing ??= leaseBatch().finally(() => {
          leasing = null;
        });
        await leasing;
      }
    },
    drop: (lease) => void held.delete(lease),
    release,
    async close() {
      closed = true;
      stopHeartbeat();
      await leasing?.catch(() => {});
      for (const { lease } of ready.splice(0)) await release(lease, 0);
    },
  };
}
