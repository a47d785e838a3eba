import { retryWhileUnavailable } from '../../crawl/retry-while-unavailable.ts';
import type { Log } from '../../runtime/log.ts';
import type { Store } from '../../store/store.ts';

/** Number of entries per call. An entry has rows in fifteen tables. */
const BATCH = 200;

/** Removes entries that never became valid in time. Several processes may run this function at once. */
export async function removeNeverValid(
  store: Pick<Store, 'removeNeverValid'>,
  log: Log,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (let last = BATCH; last === BATCH && !signal.aborted; removed += last) {
    last = await retryWhileUnavailable(() => store.removeNeverValid(BATCH));
  }
  if (removed > 0) log.info('entries.removed', { removed, reason: 'never valid' });
  return removed;
}
