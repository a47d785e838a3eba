import type { DomainState, Tier } from '../state.ts';
import { authorityOf, reachOf } from './authority.ts';
import { tierOf } from './tier.ts';

/** What authority and tier follow from, together with the authority itself. */
type Scored = Pick<DomainState, 'status' | 'rejection' | 'verified' | 'authority' | 'components'>;

export interface Reranked {
  readonly reach: number | null;
  readonly authority: number | null;
  readonly tier: Tier | null;
}

/**
 * What a new rank makes of a score, without a visit: reach and all that follows from it.
 * A site that was never scored has nothing to change, and an unreachable one keeps its last value.
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
