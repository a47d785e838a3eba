import { MINUTE_MS } from '../directory/duration.ts';
import { countOf } from '../directory/format-numbers.ts';
import type { Stats } from '../directory/record.ts';
import type { Store } from '../store/store.ts';

export interface CrawlHealth {
  readonly healthy: boolean;
  readonly due: number;
  /** Message for people: last visit, due domains, and minutes of crawls in the last 30 days. */
  readonly sentence: string;
}

/** Reports whether due domains get visited. A directory without due domains is healthy. */
export async function checkCrawlHealth(
  store: Pick<Store, 'countDue' | 'countCrawlMinutes'>,
  { last_checked }: Pick<Stats, 'last_checked'>,
  now: number,
  withinMs: number,
): Promise<CrawlHealth> {
  const due = await store.countDue();
  const { runs, minutes, visited } = await store.countCrawlMinutes();
  const ageMs = last_checked === null ? null : now - Date.parse(last_checked);
  // A clock was wrong if the last visit has a future date, so this date says nothing about later visits.
  const healthy = due === 0 || (ageMs !== null && Math.abs(ageMs) <= withinMs);
  return {
    healthy,
    due,
    sentence: `${healthy ? 'healthy' : 'STALLED'}: ${lastVisit(ageMs)}, ${due === 1 ? '1 domain is' : `${due} domains are`} due; in 30 days ${countOf(runs, 'scheduled crawl')} took ${minutes} min for ${countOf(visited, 'visit')}`,
  };
}

function lastVisit(ageMs: number | null): string {
  if (ageMs === null) return 'no visit yet';
  const minutes = Math.round(Math.abs(ageMs) / MINUTE_MS);
  return ageMs < 0 ? `the last visit is dated ${minutes} min in the future` : `the last visit was ${minutes} min ago`;
}
