import { setTimeout as wait } from 'node:timers/promises';
import type { CrawlReport } from '../../src/crawl/steps/settle.ts';
import { DirectoryError } from '../../src/directory/errors.ts';

/** Longest wait of a caller. */
const ANSWER_WITHIN_MS = 20_000;
/** Pause while another worker holds the lease. A visit takes a few seconds. */
const RETRY_MS = 1_000;
/** Longest wait for a lease of a dead worker. */
const GIVE_UP_MS = 90_000;

/**
 * Visits a domain now for its owner. Resolves after the record is updated. Rejects with `site.timeout` after the
 * longest wait, while the visit continues. `done` is always called at the end.
 */
export function createRecrawl(
  visit: (domain: string) => Promise<CrawlReport>,
  done: (domain: string) => void,
  answerWithinMs: number = ANSWER_WITHIN_MS,
) {
  async function untilVisited(domain: string): Promise<void> {
    const startedAt = performance.now();
    for (;;) {
      const { visited, lost, errors } = await visit(domain);
      if (errors > 0) throw new Error(`the visit of ${domain} failed`);
      if (visited > 0 && lost === 0) return;
      if (performance.now() - startedAt > GIVE_UP_MS) return;
      await wait(RETRY_MS, undefined, { ref: false });
    }
  }

  return async function recrawl(domain: string): Promise<void> {
    const visiting = untilVisited(domain).finally(() => done(domain));
    const late = Symbol('late');
    const timer = new AbortController();
    const first = await Promise.race([
      visiting,
      wait(answerWithinMs, late, { signal: timer.signal }).catch(() => late),
    ]).finally(() => timer.abort());
    if (first !== late) return;
    visiting.catch(() => {});
    throw new DirectoryError('site.timeout', `The visit of ${domain} still runs. Look up the domain in a minute.`);
  };
}
