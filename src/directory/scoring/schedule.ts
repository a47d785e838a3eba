import { DAY_MS, elapsedMs, HOUR_MS, MINUTE_MS } from '../duration.ts';
import type { Failure, Status } from '../state.ts';
import { BLOCKED_SPAN_MS, DEFINITIVE_GAP_MS, NETWORK_SPAN_MS } from './status.ts';

const MIN_INTERVAL_MS = 6 * HOUR_MS;
const MAX_INTERVAL_MS = 14 * DAY_MS;
const FIRST_INTERVAL_MS = DAY_MS;
const VERIFIED_MAX_MS = DAY_MS;
const CHANGED_FACTOR = 0.5;
const UNCHANGED_FACTOR = 1.5;
/** Random share added to or taken from an interval, so that domains registered together are visited apart. */
const JITTER = 0.2;
/** Longest wait requested by a site. A longer value is a mistake. */
export const MAX_RETRY_AFTER_MS = 7 * DAY_MS;

/**
 * Delay of the second visit after a definitive failure, at which the failure may count. The jitter uses at most 4 of the 5
 * minutes of margin.
 */
const DEFINITIVE_RETRY_MS = DEFINITIVE_GAP_MS + 5 * MINUTE_MS;
/** Delays of visits to a site that does not answer: an hour, six hours, then the end of the deciding day. */
const NETWORK_RETRY_MS: readonly number[] = [HOUR_MS, 6 * HOUR_MS];
const BLOCKED_RETRY_MS = DAY_MS;
const DECISION_MARGIN_MS = 5 * MINUTE_MS;

export interface VisitResult {
  /** Adaptive interval before this visit, in ms. Null before the first. */
  readonly intervalMs: number | null;
  readonly statusBefore: Status;
  readonly status: Status;
  readonly failure: Failure | null;
  /** True if the content differs from the last valid version. */
  readonly changed: boolean;
  readonly verified: boolean;
  readonly retryAfterMs: number | null;
}

export interface NextVisit {
  readonly intervalMs: number;
  readonly dueAt: string;
}

/** Computes the time of the next visit. `random` returns numbers in [0, 1). */
export function scheduleVisit(visit: VisitResult, now: number, random: () => number): NextVisit {
  const intervalMs = nextInterval(visit);
  const spread = 1 + JITTER * (2 * random() - 1);
  const longestMs = visit.verified ? VERIFIED_MAX_MS : MAX_INTERVAL_MS;
  const undecidedMs = undecidedDelay(visit, now, spread);
  const ownDelayMs = Math.min(undecidedMs ?? Math.max(intervalMs * spread, MIN_INTERVAL_MS), longestMs);
  // A wait requested by the site has priority, up to the limit.
  const askedMs = Math.min(visit.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  return { intervalMs, dueAt: new Date(now + Math.round(Math.max(ownDelayMs, askedMs))).toISOString() };
}

function nextInterval({ intervalMs, status, statusBefore, failure, changed }: VisitResult): number {
  if (intervalMs === null || status !== statusBefore) return FIRST_INTERVAL_MS;
  // A failure without a decision does not change the interval.
  if (failure !== null && status === 'valid') return intervalMs;
  const wantedMs = intervalMs * (changed ? CHANGED_FACTOR : UNCHANGED_FACTOR);
  // Round, because the store keeps whole milliseconds.
  return clamp(Math.round(wantedMs), MIN_INTERVAL_MS, MAX_INTERVAL_MS);
}

/** Returns the earliest time at which an open failure can change the status, or null. */
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
