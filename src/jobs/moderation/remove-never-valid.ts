import { retryWhileUnavailable } from '../../crawl/retry-while-unavailable.ts';
import type { Log } from '../../runtime/log.ts';
import type { Store } from '../../store/store.ts';

/** In one call to the store: each row takes those of fifteen tables with it. */
const BATCH = 200;

/** Removes the entries that never became valid in their time. Several processes may do so at once. */
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
