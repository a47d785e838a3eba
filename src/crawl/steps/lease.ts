import type { Log } from '../../runtime/log.ts';
import type { LeasedDomain, Store } from '../../store/store.ts';
import { retryWhileUnavailable } from '../retry-while-unavailable.ts';

/** A worker that dies gives its domains back after this long. Short, because the heartbeat extends the leases of a living one. */
export const LEASE_MS = 60_000;
const HEARTBEAT_MS = 20_000;

export interface LeaseRequest {
  readonly run: string;
  /** Who holds the leases: a name for logs. */
  readonly worker: string;
  readonly limit: number;
  /** Just these, due or not unless `onlyDue`; whatever is due when absent. */
  readonly domains?: readonly string[] | undefined;
  readonly onlyDue?: boolean;
}

/** Takes domains from the queue for this worker. Fewer than asked for: no more are due, or another worker has them. */
export function leaseDomains(
  store: Pick<Store, 'lease'>,
  { run, worker, limit, domains, onlyDue }: LeaseRequest,
): Promise<readonly LeasedDomain[]> {
  return retryWhileUnavailable(() =>
    store.lease({ run, worker, limit, leaseMs: LEASE_MS, ...(domains && { domains }), ...(onlyDue && { onlyDue }) }),
  );
}

/** Shows that the run is alive and extends its leases at intervals. The return value stops it. */
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
