import { hasBorrowedFile } from '../../directory/scoring/borrowed.ts';
import { chooseCountry } from '../../directory/scoring/country.ts';
import { hasValidCertificate, toOutcome } from '../../directory/scoring/outcome.ts';
import { nextRejection } from '../../directory/scoring/rejection.ts';
import { scheduleVisit } from '../../directory/scoring/schedule.ts';
import { computeScore } from '../../directory/scoring/score.ts';
import { failingSince, stepStatus } from '../../directory/scoring/status.ts';
import { recordVisit } from '../../directory/scoring/uptime.ts';
import type { DomainState, Failure } from '../../directory/state.ts';
import type { Alert, Judgement, Observation, ScorePoint } from '../../directory/visit.ts';
import { type ProofStep, stepProof } from '../../ownership/proof.ts';
import { contentAfter } from './judge-content.ts';

export interface JudgeOptions {
  /** End of the visit, in ms since 1970, from which the next visit is scheduled. */
  readonly now: number;
  /** Random numbers in [0, 1). */
  readonly random: () => number;
  /** True if the owner requested the visit. A definitive response counts without a second failure. */
  readonly definitiveAtOnce?: boolean;
}

/**
 * Decides status, tier, score, alerts and next date after a visit, as a pure function of observation and state. No other code
 * decides these values.
 */
export function judge(previous: DomainState, observation: Observation, options: JudgeOptions): Judgement {
  const outcome = toOutcome(observation);
  const { at } = observation;
  const owned = stepOwnership(previous, observation);
  const standing = stepStatus(previous, outcome, at, options.definitiveAtOnce ?? false);
  const visited: DomainState = {
    ...previous,
    ...chooseCountry(observation, previous),
    ...contentAfter(previous, observation, outcome, standing),
    proof: owned.proof,
    verified: owned.verified,
    verified_at: owned.verified ? previous.verified_at : null,
    status: standing.status,
    rejection: nextRejection(previous, observation, outcome, standing.status),
    language: observation.homepage ? observation.homepage.language : previous.language,
    tls_valid: hasValidCertificate(observation) ?? previous.tls_valid,
    // Keep the uptime, because a site that refuses our crawler may be up or down.
    uptime: outcome.kind === 'blocked' ? previous.uptime : recordVisit(previous.uptime, at, outcome.kind !== 'network'),
    last_checked: at,
  };
  const plan = scheduleVisit(
    {
      intervalMs: previous.interval_ms,
      statusBefore: previous.status,
      status: standing.status,
      failure: standing.failure,
      changed: outcome.kind === 'valid' && visited.content_hash !== previous.content_hash,
      verified: owned.verified,
      retryAfterMs: observation.retryAfterMs,
    },
    options.now,
    options.random,
  );
  const { alert, failure } = stepAlerts(previous, visited, standing.failure, at);
  const unscored = { ...visited, failure, interval_ms: plan.intervalMs };
  const next = { ...unscored, ...computeScore(previous, unscored, findQuality(observation), at) };
  return {
    next,
    alerts: [alert, owned.alert].filter((each) => each !== null),
    point: toPoint(previous, next, at),
    failed: hasJustFailed(previous, outcome.kind) || isProofLost(owned),
    dueAt: plan.dueAt,
  };
}

/** Returns the quality of the file, or null if no file was read. */
function findQuality(observation: Observation): number | null {
  return hasBorrowedFile(observation) ? 0 : (observation.inspection?.quality ?? null);
}

/** Decides about the proof. Keeps the proof of seeded owners, and of visits that did not check it. */
function stepOwnership(previous: DomainState, { domain, at, proof: seen }: Observation): ProofStep {
  const { proof, verified } = previous;
  return verified && proof && seen ? stepProof(domain, proof, seen, at) : { proof, verified, alert: null };
}

function hasJustFailed(previous: DomainState, outcome: string): boolean {
  return previous.status === 'valid' && previous.failure === null && outcome !== 'valid';
}

/** Reports whether a proof vanished. If dozens vanish, the fault is probably ours, such as a resolver or a changed base URL. */
function isProofLost({ alert }: ProofStep): boolean {
  return alert !== null && alert.type !== 'proof.restored';
}

/** Sends one alert if an incident changes a verified site's status, and one at its end. */
function stepAlerts(
  previous: DomainState,
  next: DomainState,
  failure: Failure | null,
  at: string,
): { readonly alert: Alert | null; readonly failure: Failure | null } {
  const { domain, status, verified } = next;
  if (failure === null) {
    if (!previous.failure?.alerted || !verified) return { alert: null, failure };
    const since = failingSince(previous.failure);
    return { alert: { type: 'llms_txt.recovered', data: { domain, status, since, at } }, failure };
  }
  const broke = previous.status === 'valid' && status !== 'valid' && verified && !failure.alerted;
  if (!broke) return { alert: null, failure };
  const data = { domain, status, reason: failure.reason, since: failingSince(failure), at };
  return { alert: { type: 'llms_txt.broken', data }, failure: { ...failure, alerted: true } };
}

/** Returns a history row if any of its values changed. */
function toPoint(previous: DomainState, next: DomainState, at: string): ScorePoint | null {
  const [before, now] = [toHistory(previous), toHistory(next)];
  const hasChanged = HISTORY_COLUMNS.some((name) => now[name] !== before[name]);
  return hasChanged ? { at, ...now } : null;
}

const HISTORY_COLUMNS = ['status', 'authority', 'score_version', 'reach', 'trust', 'quality', 'freshness'] as const;

function toHistory({
  status,
  authority,
  score_version,
  components,
}: DomainState): Pick<ScorePoint, (typeof HISTORY_COLUMNS)[number]> {
  return { status, authority, score_version, ...components };
}
