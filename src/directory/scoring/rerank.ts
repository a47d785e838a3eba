import type { DomainState, Tier } from '../state.ts';
import { authorityOf, reachOf } from './authority.ts';
import { tierOf } from './tier.ts';

/** What authority and tier are computed from, and the authority itself. */
type Scored = Pick<DomainState, 'status' | 'rejection' | 'verified' | 'authority' | 'components'>;

export interface Reranked {
  readonly reach: number | null;
  readonly authority: number | null;
  readonly tier: Tier | null;
}

/**
 * The score after a new rank, without a visit: reach and what is computed from it.
 * A site that was never scored stays without a score, and an unreachable one keeps its last one.
 */
export function rerank(scored: Scored, rank: number | null): Reranked {
  const { status, components, authority, verified } = scored;
  if (status === 'unreachable' || components.reach === null) {
    return { reach: components.reach, authority, tier: tierOf(scored) };
  }
  const reach = reachOf(rank);
  const next = authority === null ? null : authorityOf({ ...components, reach }, verified);
  return { reach, authority: next, tier: tierOf({ ...scored, authority: next }) };
}
