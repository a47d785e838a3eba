import { MINUTE_MS } from '../directory/duration.ts';
import { countOf } from '../directory/format-numbers.ts';
import type { Store } from '../store/store.ts';

export interface CrawlHealth {
  readonly healthy: boolean;
  readonly due: number;
  /** Message for people: last crawl, due domains, and minutes of crawls in the last 30 days. */
  readonly sentence: string;
}

/**
 * Reports whether scheduled crawls visit due domains. Ignores other visits, because anyone can request one. A directory
 * without due domains is healthy.
 */
export async function checkCrawlHealth(
  store: Pick<Store, 'countDue' | 'countCrawlMinutes'>,
  now: number,
  withinMs: number,
): Promise<CrawlHealth> {
  const due = await store.countDue();
  const { runs, minutes, visited, last_seen_at: seenAt } = await store.countCrawlMinutes();
  const ageMs = seenAt === null ? null : now - Date.parse(seenAt);
  // A clock was wrong if the last crawl has a future date, so this date says nothing about later crawls.
  const healthy = due === 0 || (ageMs !== null && Math.abs(ageMs) <= withinMs);
  return {
    healthy,
    due,
    sentence: `${healthy ? 'healthy' : 'STALLED'}: ${lastCrawl(ageMs)}, ${due === 1 ? '1 domain is' : `${due} domains are`} due; in 30 days ${countOf(runs, 'scheduled crawl')} took ${minutes} min for ${countOf(visited, 'visit')}`,
  };
}

function lastCrawl(ageMs: number | null): string {
  if (ageMs === null) return 'no scheduled crawl yet';
  const minutes = Math.round(Math.abs(ageMs) / MINUTE_MS);
  return ageMs < 0
    ? `the last scheduled crawl is dated ${minutes} min in the future`
    : `the last scheduled crawl was ${minutes} min ago`;
}
