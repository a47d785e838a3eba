import { HOUR_MS } from '../../src/directory/duration.ts';
import type { Store } from '../../src/store/store.ts';
import type { Answer } from './answer.ts';

export interface ReadinessNeeds {
  readonly store: Pick<Store, 'stats'>;
  readonly now: () => number;
}

/** Verified domains are visited daily: with two days without any visit the crawl stands still. */
const STALE_HOURS = 48;

/** Monitors ask every few seconds; whoever asks in between hears the same, failures too. */
const KEEP_MS = 2_000;

/** The process answers. */
export function answerHealth(): Answer {
  return plain('ok');
}

/**
 * The store answers, and how old the last visit is. An old one is an alarm for people and no reason to take the process out of
 * service: what the directory knows can still be read.
 */
export function createReadiness({ store, now }: ReadinessNeeds): () => Promise<Answer> {
  let asked: { readonly at: number; readonly lastVisit: Promise<string | null> } | null = null;
  const lastVisit = () => {
    if (asked === null || now() - asked.at >= KEEP_MS) {
      asked = { at: now(), lastVisit: store.stats().then(({ last_checked }) => last_checked) };
    }
    return asked.lastVisit;
  };
  return async () => {
    const visited = await lastVisit();
    if (visited === null) return plain('ready; nothing was visited yet');
    const hours = Math.floor((now() - Date.parse(visited)) / HOUR_MS);
    const age = hours < 1 ? 'within the hour' : `${hours} h ago`;
    return plain(`ready; the last visit was ${age}${hours >= STALE_HOURS ? ' (stale)' : ''}`);
  };
}

function plain(text: string): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: `${text}\n`,
  };
}
