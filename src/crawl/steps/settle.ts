import type { Log } from '../../runtime/log.ts';
import type { RunReport, Store } from '../../store/store.ts';
import { retryWhileUnavailable } from '../retry-while-unavailable.ts';
import type { VisitSummary } from '../visit-summary.ts';

/** Reason that a run ended. */
export type RunEnd = 'nothing-due' | 'limit' | 'deadline' | 'stopped';

export type Tally = ReturnType<typeof newTally>;

export interface CrawlReport extends RunReport, Readonly<Omit<Tally, 'visited'>> {
  readonly run: string;
  readonly ended: RunEnd;
  readonly durationMs: number;
}

export function newTally() {
  return {
    visited: 0,
    notModified: 0,
    /** Visits of domains that another worker leased in the meantime. */
    lost: 0,
    /** Visits postponed because too many waited for their address. */
    postponed: 0,
    /** Visits that failed inside this program. The domains of these visits are due again after the lease. */
    errors: 0,
    /** Visits by resulting status, including held visits. */
    statuses: { pending: 0, valid: 0, invalid: 0, unreachable: 0 },
  };
}

export function countVisit(tally: Tally, visit: VisitSummary): void {
  tally.visited += 1;
  if (visit.not_modified) tally.notModified += 1;
  if (visit.result === 'lost') tally.lost += 1;
  else tally.statuses[visit.status] += 1;
}

/**
 * Ends a run. The store applies held results, or drops them if so many domains failed that the fault must be ours.
 * `visited` is the program's count, because a dry run stores no visit.
 */
export async function settle(
  store: Pick<Store, 'settleRun' | 'countWords'>,
  log: Log,
  run: string,
  ended: RunEnd,
  tally: Tally,
  elapsedMs: () => number,
): Promise<CrawlReport> {
  const settled = await retryWhileUnavailable(() => store.settleRun(run));
  // Ignore a failure, because only searches need the refreshed words.
  await store
    .countWords()
    .catch((error: unknown) => log.warn('crawl.count_words_failed', { run, reason: String(error) }));
  return { ...settled, ...tally, run, ended, durationMs: Math.round(elapsedMs()) };
}
