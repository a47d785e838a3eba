import { MINUTE_MS } from '../directory/duration.ts';
import { formatQuantity } from '../directory/format-numbers.ts';
import type { Stats } from '../directory/record.ts';
import type { Store } from '../store/store.ts';

/**
 * Reports whether scheduled crawls visit due domains. Visits on demand count only until the first scheduled crawl, because
 * anyone can request one. A directory without due domains is healthy.
 */
export async function checkCrawlHealth(
  store: Pick<Store, 'countDue' | 'countCrawlMinutes'>,
  { last_checked }: Pick<Stats, 'last_checked'>,
  now: number,
  withinMs: number,
) {
  const due = await store.countDue();
  const { runs, minutes, visited, last_seen_at: seenAt } = await store.countCrawlMinutes();
  const at = seenAt ?? last_checked;
  const ageMs = at === null ? null : now - Date.parse(at);
  const what = seenAt === null ? 'visit' : 'scheduled crawl';
  // A clock was wrong if the date is in the future, so the date says nothing about later crawls.
  const healthy = due === 0 || (ageMs !== null && Math.abs(ageMs) <= withinMs);
  return {
    healthy,
    due,
    /** Message for people: last crawl, due domains, and minutes of crawls in the last 30 days. */
    sentence: `${healthy ? 'healthy' : 'STALLED'}: ${describeLast(what, ageMs)}, ${due === 1 ? '1 domain is' : `${due} domains are`} due; in 30 days ${formatQuantity(runs, 'scheduled crawl')} took ${minutes} min for ${formatQuantity(visited, 'visit')}`,
  };
}

function describeLast(what: string, ageMs: number | null): string {
  if (ageMs === null) return `no ${what} yet`;
  const minutes = Math.round(Math.abs(ageMs) / MINUTE_MS);
  return ageMs < 0
    ? `the last ${what} is dated ${minutes} min in the future`
    : `the last ${what} was ${minutes} min ago`;
}
