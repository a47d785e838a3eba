import type { Status } from '../../directory/state.ts';
import type { Log } from '../../runtime/log.ts';
import type { RunReport, Store } from '../../store/store.ts';
import { retryWhileUnavailable } from '../retry-while-unavailable.ts';
import type { VisitSummary } from '../visit-summary.ts';

/** Why a run visited no more. */
export type RunEnd = 'nothing-due' | 'limit' | 'deadline' | 'stopped';

export interface CrawlReport extends RunReport {
  readonly run: string;
  readonly ended: RunEnd;
  /** Visits by the status that they led to, held ones included. */
  readonly statuses: Readonly<Record<Status, number>>;
  readonly notModified: number;
  /** Another worker had taken the domain meanwhile. */
  readonly lost: number;
  /** Visits put off because too many waited for the same address. */
  readonly postponed: number;
  /** Visits that failed inside this program; their domains are due again when the lease has run out. */
  readonly errors: number;
  readonly durationMs: number;
}

/** Counts what a run does, visit by visit. */
export interface Tally {
  visited: number;
  notModified: number;
  lost: number;
  postponed: number;
  errors: number;
  readonly statuses: Record<Status, number>;
}

export function newTally(): Tally {
  const statuses = { pending: 0, valid: 0, invalid: 0, unreachable: 0 };
  return { visited: 0, notModified: 0, lost: 0, postponed: 0, errors: 0, statuses };
}

export function countVisit(tally: Tally, visit: VisitSummary): void {
  tally.visited += 1;
  if (visit.not_modified) tally.notModified += 1;
  if (visit.result === 'lost') tally.lost += 1;
  else tally.statuses[visit.status] += 1;
}

/**
 * Ends a run: the store applies what the run held back, or drops it when so many domains failed that the fault is taken to be ours.
 * `visited` is this program's own count, because a dry run stores no visit.
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
  // Only searches need it: without it the run is settled all the same.
  await store
    .countWords()
    .catch((error: unknown) => log.warn('crawl.count_words_failed', { run, reason: String(error) }));
  return { ...settled, ...tally, run, ended, durationMs: Math.round(elapsedMs()) };
}
