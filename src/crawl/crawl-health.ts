import { MINUTE_MS } from '../directory/duration.ts';
import type { Store } from '../store/store.ts';

export interface CrawlHealth {
  readonly healthy: boolean;
  /** For people: when the last visit was, and how many are due. */
  readonly sentence: string;
}

/** Whether a crawler visits what is due. A directory with nothing due is healthy. */
export async function checkCrawlHealth(
  store: Pick<Store, 'stats' | 'countDue'>,
  now: number,
  withinMs: number,
): Promise<CrawlHealth> {
  const [{ last_checked }, due] = [await store.stats(), await store.countDue()];
  const ageMs = last_checked === null ? null : now - Date.parse(last_checked);
  const healthy = due === 0 || (ageMs !== null && ageMs <= withinMs);
  const last =
    ageMs === null ? 'nothing was ever visited' : `the last visit was ${Math.round(ageMs / MINUTE_MS)} min ago`;
  return {
    healthy,
    sentence: `${healthy ? 'healthy' : 'STALLED'}: ${last}, ${due === 1 ? '1 domain is' : `${due} domains are`} due`,
  };
}
