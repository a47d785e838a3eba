import type { Log } from '../../runtime/log.ts';
import type { Store } from '../../store/store.ts';

/**
 * Duration of a lease, after which domains of a dead worker are free. The duration is short, because the heartbeat
 * extends leases of a living worker.
 */
export const LEASE_MS = 60_000;
const HEARTBEAT_MS = 20_000;

/** Records that the run is alive, and extends its leases at intervals. Returns a function that stops the heartbeat. */
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
