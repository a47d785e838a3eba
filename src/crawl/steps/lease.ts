import type { Log } from '../../runtime/log.ts';
import type { LeasedDomain, Store } from '../../store/store.ts';
import { retryWhileUnavailable } from '../retry-while-unavailable.ts';

/**
 * Lease time, after which domains of a dead worker are free. It is short, because the heartbeat extends leases of a
 * living worker.
 */
export const LEASE_MS = 60_000;
const HEARTBEAT_MS = 20_000;

export interface LeaseRequest {
  readonly run: string;
  /** Name of the lease holder, for logs. */
  readonly worker: string;
  readonly limit: number;
  /** Domains to lease, due or not unless `onlyDue`. All due domains if absent. */
  readonly domains?: readonly string[] | undefined;
  readonly onlyDue?: boolean;
}

/**
 * Leases domains from the queue for this worker. Returns fewer than requested if no more are due or another worker
 * has them.
 */
export function leaseDomains(
  store: Pick<Store, 'lease'>,
  { run, worker, limit, domains, onlyDue }: LeaseRequest,
): Promise<readonly LeasedDomain[]> {
  return retryWhileUnavailable(() =>
    store.lease({ run, worker, limit, leaseMs: LEASE_MS, ...(domains && { domains }), ...(onlyDue && { onlyDue }) }),
  );
}

/** Records that the run is alive, and extends its leases at intervals. Returns a function that stops it. */
export function startHeartbeat(
  store: Pick<Store, 'touchRun' | 'extendLeases'>,
  run: string,
  leases: () => readonly string[],
  log: Log,
): () => void {
  const beat = async () => {
    const held = leases();
    await Promise.all([store.touchRun(run), held.length > 0 && store.extendLeases(held, LEASE_MS)]);
  };
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.warn('crawl.heartbeat_failed', { run, reason: String(error) }));
  }, HEARTBEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
}
