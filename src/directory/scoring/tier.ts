import type { DomainState, Tier } from '../state.ts';

export const LISTED_FROM = 20;
export const FEATURED_FROM = 70;
export const FEATURED_FROM_VERIFIED = 60;

/** Computes the tier of a domain. Returns null before the first result. */
export function computeTier(state: Pick<DomainState, 'rejection' | 'status' | 'authority' | 'verified'>): Tier | null {
  if (state.rejection !== null) return 'rejected';
  if (state.status === 'pending') return null;
  const authority = state.authority ?? 0;
  if (state.status !== 'valid' || authority < LISTED_FROM) return 'unlisted';
  return authority >= (state.verified ? FEATURED_FROM_VERIFIED : FEATURED_FROM) ? 'featured' : 'listed';
}
