import { HOUR_MS } from '../../src/directory/duration.ts';
import type { Store } from '../../src/store/store.ts';
import type { Answer } from './answer.ts';

export interface ReadinessNeeds {
  readonly store: Pick<Store, 'stats'>;
  readonly now: () => number;
}

/** Verified domains are visited daily: with two days without any visit the crawl stands still. */
const STALE_HOURS = 48;

/** The process answers. */
export function answerHealth(): Answer {
  return plain('ok');
}

/**
 * The store answers, and how old the last visit is. An old one is an alarm for people and no reason to take the process out of
 * service: what the directory knows can still be read.
 */
export async function answerReadiness({ store, now }: ReadinessNeeds): Promise<Answer> {
  const { last_checked } = await store.stats();
  if (last_checked === null) return plain('ready; nothing was visited yet');
  const hours = Math.floor((now() - Date.parse(last_checked)) / HOUR_MS);
  const age = hours < 1 ? 'within the hour' : `${hours} h ago`;
  return plain(`ready; the last visit was ${age}${hours >= STALE_HOURS ? ' (stale)' : ''}`);
}

function plain(text: string): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: `${text}\n`,
  };
}
