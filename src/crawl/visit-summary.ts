import type { DomainState } from '../directory/state.ts';
import type { Judgement, Observation } from '../directory/visit.ts';

/**
 * Result of storing a visit. `held`: stored when the run settles. `lost`: another worker leased the domain in the meantime.
 * `dry`: a dry run stores nothing.
 */
type StoreResult = 'applied' | 'held' | 'lost' | 'dry';

export type VisitSummary = Readonly<ReturnType<typeof summarizeVisit>>;

export function summarizeVisit(
  before: DomainState,
  observation: Observation,
  { next, dueAt }: Judgement,
  result: StoreResult,
) {
  return {
    domain: next.domain,
    before: before.status,
    status: next.status,
    tier: next.tier,
    authority: next.authority,
    http: observation.response.status,
    failure: observation.response.failure,
    reason: next.failure?.reason ?? null,
    not_modified: observation.notModified,
    result,
    duration_ms: observation.durationMs,
    due_at: dueAt,
  };
}
