import type { LintResult } from '#llmstxt';
import type { DomainState, Rejection, Status } from '../state.ts';
import type { Observation } from '../visit.ts';
import type { Outcome } from './outcome.ts';

/**
 * Returns the reason to reject a domain after a visit, or null. An operator's decision has priority over a visit.
 * @param status status after the visit
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
  // Keep the opt-out, because only robots.txt can end it and this visit did not read robots.txt.
  if (previous.rejection === 'opt-out' && robots === 'not-asked') return 'opt-out';
  const rejection = findRejection(observation, outcome);
  if (rejection === 'unknown')
    return previous.rejection === 'opt-out' && robots === 'allowed' ? null : previous.rejection;
  // Treat a parked or spam page in place of the file as a definitive failure. Such a page counts from the second visit.
  const isFailure = rejection !== null && observation.inspection?.valid !== true;
  return isFailure && status !== 'invalid' ? previous.rejection : rejection;
}

/** Finds a reason to reject a domain. Returns `unknown` if this visit cannot decide. */
export function findRejection(
  { inspection, parkedHomepage }: Observation,
  outcome: Outcome,
): 'parked' | 'spam' | null | 'unknown' {
  if (!inspection || outcome.kind === 'network' || outcome.kind === 'blocked') return 'unknown';
  return parkedHomepage ? 'parked' : findContentRejection(inspection);
}

/** Returns the reason that a text rejects its site, or null. */
export function findContentRejection(inspection: Pick<LintResult, 'kind' | 'findings'>): 'parked' | 'spam' | null {
  if (inspection.kind === 'parked') return 'parked';
  // Reject the site, because the rule requires several such words. No real file of 750 breaks the rule.
  return inspection.findings.some(({ id }) => id === 'spam-terms') ? 'spam' : null;
}
