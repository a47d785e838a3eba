import { authorityOf } from '../../directory/scoring/authority.ts';
import { tierOf } from '../../directory/scoring/tier.ts';
import type { DomainState, Rejection, Tier } from '../../directory/state.ts';

/**
 * What an operator can decide: `block` and `opt-out` keep the crawler away as well, `reject` only hides, `unblock` takes any of them
 * back, `transfer` forgets the owner.
 */
export type OperatorAct =
  | { readonly action: 'block' | 'unblock' | 'opt-out' | 'transfer' }
  | { readonly action: 'reject'; readonly as: 'spam' | 'parked' };

type Scored = Pick<DomainState, 'status' | 'rejection' | 'verified' | 'authority' | 'components'>;

export interface Moderated {
  /** The decision that stands, which no visit overrules; null: none. */
  readonly ruling: Rejection | null;
  readonly rejection: Rejection | null;
  readonly verified: boolean;
  readonly authority: number | null;
  readonly tier: Tier | null;
  /** False: the crawler stays away. */
  readonly visited: boolean;
}

/** What follows from an operator's decision for everything that is computed. `ruling`: the one that stands now. */
export function moderate(scored: Scored, ruling: Rejection | null, decided: OperatorAct): Moderated {
  const next = rulingAfter(ruling, decided);
  // What a visit found stays until the next one, unless the operator has looked and says otherwise.
  const rejection = next ?? (decided.action === 'unblock' ? null : scored.rejection);
  const verified = decided.action === 'transfer' ? false : scored.verified;
  const isRescored = scored.authority !== null && verified !== scored.verified;
  const authority = isRescored ? authorityOf(scored.components, verified) : scored.authority;
  return {
    ruling: next,
    rejection,
    verified,
    authority,
    tier: tierOf({ status: scored.status, rejection, verified, authority }),
    visited: next !== 'block-list' && next !== 'opt-out',
  };
}

function rulingAfter(ruling: Rejection | null, decided: OperatorAct): Rejection | null {
  switch (decided.action) {
    case 'block':
      return 'block-list';
    case 'opt-out':
      return 'opt-out';
    case 'reject':
      return decided.as;
    case 'unblock':
      return null;
    case 'transfer':
      return ruling;
  }
}
