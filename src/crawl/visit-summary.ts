import type { DomainState, Status, Tier } from '../directory/state.ts';
import type { Judgement, Observation } from '../directory/visit.ts';

export interface VisitSummary {
  readonly domain: string;
  readonly before: Status;
  readonly status: Status;
  readonly tier: Tier | null;
  readonly authority: number | null;
  readonly http: number | null;
  readonly failure: string | null;
  readonly reason: string | null;
  readonly not_modified: boolean;
  /**
   * Result of storing a visit. `held`: stored when the run settles. `lost`: another worker leased the domain in the meantime.
   * `dry`: a dry run stores nothing.
   */
  readonly result: 'applied' | 'held' | 'lost' | 'dry';
  readonly duration_ms: number;
  readonly due_at: string;
}

export function summarizeVisit(
  before: DomainState,
  observation: Observation,
  { next, dueAt }: Judgement,
  result: VisitSummary['result'],
): VisitSummary {
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
