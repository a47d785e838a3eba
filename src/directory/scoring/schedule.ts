import { DAY_MS, elapsedMs, HOUR_MS, MINUTE_MS } from '../duration.ts';
import type { Failure, Status } from '../state.ts';
import { BLOCKED_SPAN_MS, DEFINITIVE_GAP_MS, NETWORK_SPAN_MS } from './status.ts';

const MIN_INTERVAL_MS = 6 * HOUR_MS;
const MAX_INTERVAL_MS = 14 * DAY_MS;
const FIRST_INTERVAL_MS = DAY_MS;
const VERIFIED_MAX_MS = DAY_MS;
const CHANGED_FACTOR = 0.5;
const UNCHANGED_FACTOR = 1.5;
/** Share by which a visit comes earlier or later, so that domains registered together are not always visited together. */
const JITTER = 0.2;
/** A site that asks for a longer wait is visited again all the same: such a value is a mistake. */
export const MAX_RETRY_AFTER_MS = 7 * DAY_MS;

/** The second visit after a definitive failure: as soon as it may count; the jitter uses at most 4 of the 5 minutes' margin. */
const DEFINITIVE_RETRY_MS = DEFINITIVE_GAP_MS + 5 * MINUTE_MS;
/** Visits of a site that does not answer: after an hour, after six, then when the day that decides is over. */
const NETWORK_RETRY_MS: readonly number[] = [HOUR_MS, 6 * HOUR_MS];
const BLOCKED_RETRY_MS = DAY_MS;
const DECISION_MARGIN_MS = 5 * MINUTE_MS;

export interface VisitResult {
  /** Adaptive interval before this visit; null before the first. */
  readonly intervalMs: number | null;
  readonly statusBefore: Status;
  readonly status: Status;
  readonly failure: Failure | null;
  /** The content differs from the last valid version. */
  readonly changed: boolean;
  readonly verified: boolean;
  readonly retryAfterMs: number | null;
}

export interface NextVisit {
  readonly intervalMs: number;
  readonly dueAt: string;
}

/** When to visit next. `random` gives numbers in [0, 1). */
export function scheduleVisit(visit: VisitResult, now: number, random: () => number): NextVisit {
  const intervalMs = nextInterval(visit);
  const spread = 1 + JITTER * (2 * random() - 1);
  const longestMs = visit.verified ? VERIFIED_MAX_MS : MAX_INTERVAL_MS;
  const undecidedMs = undecidedDelay(visit, now, spread);
  const ownDelayMs = Math.min(undecidedMs ?? Math.max(intervalMs * spread, MIN_INTERVAL_MS), longestMs);
  // The site's own wish takes precedence, verified or not, but not for ever.
  const askedMs = Math.min(visit.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  return { intervalMs, dueAt: new Date(now + Math.round(Math.max(ownDelayMs, askedMs))).toISOString() };
}

function nextInterval({ intervalMs, status, statusBefore, failure, changed }: VisitResult): number {
  if (intervalMs === null || status !== statusBefore) return FIRST_INTERVAL_MS;
  // A failure that has not decided anything says nothing about how often the content changes.
  if (failure !== null && status === 'valid') return intervalMs;
  return clamp(intervalMs * (changed ? CHANGED_FACTOR : UNCHANGED_FACTOR), MIN_INTERVAL_MS, MAX_INTERVAL_MS);
}

/** While a failure may still change the status, the next visit is as early as it can decide; null when no failure is open. */
function undecidedDelay({ status, failure }: VisitResult, now: number, spread: number): number | null {
  if (failure === null || (status !== 'valid' && status !== 'pending')) return null;
  const decidesInMs = (spanMs: number) =>
    spanMs + DECISION_MARGIN_MS - elapsedMs(failure.since, new Date(now).toISOString());
  switch (failure.kind) {
    case 'definitive':
      return DEFINITIVE_RETRY_MS * spread;
    case 'network': {
      const retryMs = NETWORK_RETRY_MS[failure.count - 1];
      return retryMs === undefined ? Math.max(HOUR_MS, decidesInMs(NETWORK_SPAN_MS)) : retryMs * spread;
    }
    case 'blocked': {
      const decisionMs = decidesInMs(BLOCKED_SPAN_MS);
      return decisionMs > 0 ? Math.min(decisionMs, BLOCKED_RETRY_MS * spread) : BLOCKED_RETRY_MS * spread;
    }
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
