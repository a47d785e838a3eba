import { DAY_MS, elapsedMs, MINUTE_MS } from '../duration.ts';
import type { Failure, FailureRun, Status } from '../state.ts';
import type { Outcome } from './outcome.ts';

/** Least time between two failures, so that one deployment of the site does not count twice. */
export const DEFINITIVE_GAP_MS = 15 * MINUTE_MS;
const DEFINITIVE_COUNT = 2;
/** Least span of three failures, so that maintenance or a short outage never changes a status. */
export const NETWORK_SPAN_MS = DAY_MS;
const NETWORK_COUNT = 3;
/** Span of refusals after which a file counts as unreadable. */
export const BLOCKED_SPAN_MS = 7 * DAY_MS;

export interface Standing {
  readonly status: Status;
  /** Null after a success. */
  readonly failure: Failure | null;
}

/**
 * Computes the next status from an outcome and the previous status. "Consecutive" means without a success in between. Failures of
 * other kinds neither count nor end a run, because a site may alternate between 404 and timeouts. With `atOnce`, requested by the
 * owner, a definitive response counts without a second one.
 */
export function stepStatus(before: Standing, outcome: Outcome, at: string, atOnce: boolean): Standing {
  if (outcome.kind === 'valid') return { status: 'valid', failure: null };
  const failure = extendFailure(before.failure, outcome.kind, outcome.reason, at);
  return { status: statusAfter(before.status, failure, at, atOnce), failure };
}

function statusAfter(status: Status, failure: Failure, at: string, atOnce: boolean): Status {
  const spanMs = elapsedMs(failure.since, at);
  switch (failure.kind) {
    case 'definitive': {
      const settled = failure.count >= DEFINITIVE_COUNT && spanMs >= DEFINITIVE_GAP_MS;
      return settled || atOnce || status === 'pending' ? 'invalid' : status;
    }
    case 'network': {
      const settled = failure.count >= NETWORK_COUNT && spanMs >= NETWORK_SPAN_MS;
      return settled || status === 'pending' ? 'unreachable' : status;
    }
    case 'blocked':
      return spanMs >= BLOCKED_SPAN_MS ? 'unreachable' : status;
  }
}

function extendFailure(before: Failure | null, kind: Failure['kind'], reason: string, at: string): Failure {
  const runs: FailureRun[] = before ? [toRun(before), ...(before.others ?? [])] : [];
  const run = runs.find((candidate) => candidate.kind === kind);
  const others = runs.filter((candidate) => candidate.kind !== kind);
  return {
    kind,
    reason,
    count: (run?.count ?? 0) + 1,
    since: run?.since ?? at,
    last_at: at,
    ...(others.length > 0 && { others }),
    ...(before?.alerted && { alerted: true }),
  };
}

function toRun({ kind, count, since, last_at }: Failure): FailureRun {
  return { kind, count, since, last_at };
}

/** Returns the time of the first failure since the last success. */
export function failingSince(failure: Failure): string {
  return [failure, ...(failure.others ?? [])].map((run) => run.since).reduce((a, b) => (a < b ? a : b));
}
