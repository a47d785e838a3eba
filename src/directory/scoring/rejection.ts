import type { LintResult } from '#llmstxt';
import type { DomainState, Rejection, Status } from '../state.ts';
import type { Observation } from '../visit.ts';
import type { Outcome } from './outcome.ts';

/**
 * Why a domain is kept out after a visit; null: it is not. An operator's ruling stands whatever a visit finds.
 * @param status after the visit
 */
export function nextRejection(
  previous: DomainState,
  observation: Observation,
  outcome: Outcome,
  status: Status,
): Rejection | null {
  if (previous.ruling) return previous.ruling;
  if (previous.rejection === 'block-list') return 'block-list';
  const { robots } = observation;
  if (robots === 'opt-out') return 'opt-out';
  // Only robots.txt takes an opt-out back, and this visit did not read it.
  if (previous.rejection === 'opt-out' && robots === 'not-asked') return 'opt-out';
  const found = findRejection(observation, outcome);
  if (found === 'unknown') return previous.rejection === 'opt-out' && robots === 'allowed' ? null : previous.rejection;
  // A parked or spam page instead of the file is a definitive failure like any other: it counts from the second visit on.
  const isFailure = found !== null && observation.inspection?.valid !== true;
  return isFailure && status !== 'invalid' ? previous.rejection : found;
}

/** `unknown`: this visit could not tell. */
function findRejection(
  { inspection, parkedHomepage }: Observation,
  outcome: Outcome,
): 'parked' | 'spam' | null | 'unknown' {
  if (!inspection || outcome.kind === 'network' || outcome.kind === 'blocked') return 'unknown';
  return parkedHomepage ? 'parked' : rejectionOf(inspection);
}

/** Why a text keeps its site out; null: it does not. */
export function rejectionOf(inspection: Pick<LintResult, 'kind' | 'findings'>): 'parked' | 'spam' | null {
  if (inspection.kind === 'parked') return 'parked';
  // The rule needs several such words in number; none of 750 real files breaks it, and no real web page at hand.
  return inspection.findings.some(({ id }) => id === 'spam-terms') ? 'spam' : null;
}
