import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../runtime/log.ts';
import type { Claimed, Store } from '../store/store.ts';
import { withPatience } from './retry-while-unavailable.ts';

/** A worker that dies gives its domains back after this long. Short, because the heartbeat keeps what is in work. */
const LEASE_MS = 60_000;
const HEARTBEAT_MS = 20_000;
/** Between two looks at domains that another worker has in hand. */
const LOOK_AGAIN_MS = 1_000;
/** After this long a lease that nobody keeps alive is over; a domain that is still taken is in good hands. */
const LEASES_OVER_MS = LEASE_MS + 5_000;
/** A batch is what all workers have in hand at most: more would sit leased in memory while others could work on it. */
const MAX_BATCH = 200;

export interface QueueOptions {
  readonly store: Store;
  readonly log: Log;
  readonly run: string;
  readonly worker: string;
  /** Domains in work at the same time: the size of a claim. */
  readonly concurrency: number;
  /** Just these, due or not; all that is due when absent. */
  readonly domains?: readonly string[] | undefined;
  /** Domains to take at most. */
  readonly limit: number;
  /** Waits for given domains that another worker has in hand: it may be dead. */
  readonly waitForLeases: boolean;
  readonly signal: AbortSignal;
}

/** Domains to visit, leased to this worker until they are settled. */
export interface Queue {
  /** The next domain, or null when there is nothing more to take. */
  next(): Promise<Claimed | null>;
  /** The lease is over: applied, held, lost or given up. */
  settle(lease: string): void;
  /** Takes no more and gives back at once what nobody has begun. */
  close(dueAt: string): Promise<void>;
  /** Given up without being settled: the lease runs out by itself, which counts against the domain. */
  abandon(lease: string): void;
}

export function openQueue(options: QueueOptions): Queue {
  const { store, log, run, worker, concurrency } = options;
  const waiting: Claimed[] = [];
  const held = new Set<string>();
  const wanted = options.domains ? [...new Set(options.domains)] : null;
  const taken: string[] = [];
  let waitsUntil: number | null = null;
  let left = options.limit;
  let closed = false;
  let claiming: Promise<void> | null = null;

  async function claim(): Promise<void> {
    if (wanted?.length === 0) await lookAgain();
    const limit = Math.min(concurrency, MAX_BATCH, left);
    const names = wanted?.splice(0, limit);
    if (limit <= 0 || names?.length === 0) {
      closed = true;
      return;
    }
    const claimed = await withPatience(() =>
      store.claim({ run, worker, limit, leaseMs: LEASE_MS, ...(names && { domains: names }) }),
    );
    left -= claimed.length;
    const got = new Set(claimed.map(({ state }) => state.domain));
    taken.push(...(names ?? []).filter((name) => !got.has(name)));
    if (claimed.length === 0 && !names) closed = true;
    for (const each of claimed) held.add(each.lease);
    waiting.push(...claimed);
  }

  /** Puts what another worker had in hand back among what is wanted, unless it has been waited for long enough. */
  async function lookAgain(): Promise<void> {
    waitsUntil ??= performance.now() + LEASES_OVER_MS;
    if (taken.length === 0 || !options.waitForLeases || performance.now() > waitsUntil) return;
    await wait(LOOK_AGAIN_MS, undefined, { signal: options.signal }).catch(() => {});
    if (!options.signal.aborted) wanted?.push(...taken.splice(0));
  }

  const heart = setInterval(() => {
    const signs = [store.touchRun(run), ...(held.size > 0 ? [store.extendLeases([...held], LEASE_MS)] : [])];
    Promise.all(signs).catch((error: unknown) => {
      log.warn('crawl.heartbeat_failed', { run, worker, reason: String(error) });
    });
  }, HEARTBEAT_MS);
  heart.unref();

  return {
    async next() {
      for (;;) {
        const claimed = waiting.shift();
        if (claimed) return claimed;
        if (closed) return null;
        claiming ??= claim().finally(() => {
          claiming = null;
        });
        await claiming;
      }
    },
    settle: (lease) => void held.delete(lease),
    abandon: (lease) => void held.delete(lease),
    async close(dueAt) {
      closed = true;
      clearInterval(heart);
      await claiming?.catch(() => {});
      const unbegun = waiting.splice(0);
      for (const { lease } of unbegun) {
        held.delete(lease);
        await store.release(lease, dueAt).catch((error: unknown) => {
          log.warn('crawl.release_failed', { run, worker, reason: String(error) });
        });
      }
    },
  };
}
