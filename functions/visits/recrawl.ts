import { setTimeout as wait } from 'node:timers/promises';
import type { CrawlReport } from '../../src/crawl/steps/settle.ts';
import { DirectoryError } from '../../src/directory/errors.ts';

/** As long as a caller is kept waiting. */
const ANSWER_WITHIN_MS = 20_000;
/** Another worker holds the lease of the domain: its visit takes a few seconds. */
const RETRY_MS = 1_000;
/** No lease outlives its worker by more than a minute. */
const GIVE_UP_MS = 90_000;

/**
 * The owner's visit, now. Resolves when the record is current; rejects with `site.timeout` when the visit takes longer than a caller
 * should wait, and goes on. `done` is called at its end in any case.
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
    throw new DirectoryError('site.timeout', `The visit of ${domain} is still under way: look it up in a minute.`);
  };
}
