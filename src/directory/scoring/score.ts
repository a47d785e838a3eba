import type { Components, DomainState } from '../state.ts';
import { computeAuthority, computeReach, SCORE_VERSION } from './authority.ts';
import { computeFreshness } from './freshness.ts';
import { computeTier } from './tier.ts';
import { computeTrust } from './trust.ts';

/**
 * Computes the score of a domain after a visit at `at`. The last score stays after a visit without a decision, and
 * while the site is unreachable.
 * @param quality quality of the file, or null if none was read
 */
export function computeScore(previous: DomainState, visited: DomainState, quality: number | null, at: string) {
  const isUndecided = visited.failure !== null && visited.status === previous.status && visited.status !== 'invalid';
  const asBefore = isUndecided || visited.status === 'unreachable' || visited.status === 'pending';
  const components: Components = asBefore
    ? previous.components
    : {
        reach: computeReach(visited.rank),
        trust: computeTrust(visited, at),
        quality: visited.status === 'invalid' ? 0 : (quality ?? previous.components.quality),
        freshness: computeFreshness(visited.content_changed_at, at),
      };
  // A domain has no authority before its first valid file.
  const isScored = visited.status === 'valid' || previous.authority !== null;
  const authority = isScored ? computeAuthority(components, visited.verified) : null;
  return {
    components,
    authority,
    score_version: asBefore ? previous.score_version : SCORE_VERSION,
    tier: computeTier({ ...visited, authority }),
  };
}
