import { HOUR_MS } from '../../../src/directory/duration.ts';
import { type Answer, uncachedAnswer } from '../pipeline/answer.ts';
import type { PageDeps } from './page-deps.ts';

/** Age of the last visit from which the crawl counts as stopped. Verified domains are visited daily. */
const STALE_HOURS = 48;

/** Cache time of the answer, failures included. Monitors poll every few seconds. */
const KEEP_MS = 2_000;

export function answerHealth(): Answer {
  return plain('ok');
}

/**
 * Reports whether the store answers, and the age of the last visit. An old visit only warns people. The process stays
 * in service, because data is still readable.
 */
export function createReadiness({ store, now }: PageDeps): () => Promise<Answer> {
  let lastLookup: { readonly at: number; readonly lastVisit: Promise<string | null> } | null = null;
  const lastVisit = () => {
    if (lastLookup === null || now() - lastLookup.at >= KEEP_MS) {
      lastLookup = { at: now(), lastVisit: store.stats().then(({ last_checked }) => last_checked) };
    }
    return lastLookup.lastVisit;
  };
  return async () => {
    const visited = await lastVisit();
    if (visited === null) return plain('ready; no visits yet');
    const hours = Math.floor((now() - Date.parse(visited)) / HOUR_MS);
    const age = hours < 1 ? 'within the hour' : `${hours} h ago`;
    return plain(`ready; the last visit was ${age}${hours >= STALE_HOURS ? ' (stale)' : ''}`);
  };
}

function plain(text: string): Answer {
  return uncachedAnswer({ status: 200, contentType: 'text/plain; charset=utf-8', body: `${text}\n` });
}
