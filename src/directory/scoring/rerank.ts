import type { DomainState, Tier } from '../state.ts';
import { computeAuthority, computeReach } from './authority.ts';
import { computeTier } from './tier.ts';

/** Inputs of authority and tier, and the authority. */
type Scored = Pick<DomainState, 'status' | 'rejection' | 'verified' | 'authority' | 'components'>;

export interface Reranked {
  readonly reach: number | null;
  readonly authority: number | null;
  readonly tier: Tier | null;
}

/**
 * Recomputes the score after a new rank, without a visit. A site without a score gets no score, and an unreachable site keeps
 * its last score.
 */
export function rerank(scored: Scored, rank: number | null): Reranked {
  const { status, components, authority, verified } = scored;
  if (status === 'unreachable' || components.reach === null) {
    return { reach: components.reach, authority, tier: computeTier(scored) };
  }
  const reach = computeReach(rank);
  const next = authority === null ? null : computeAuthority({ ...components, reach }, verified);
  return { reach, authority: next, tier: computeTier({ ...scored, authority: next }) };
}
