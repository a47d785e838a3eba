import { authorityOf } from '../../directory/scoring/authority.ts';
import { tierOf } from '../../directory/scoring/tier.ts';
import type { DomainState, Rejection, Tier } from '../../directory/state.ts';

/**
 * What an operator can decide: `block` and `opt-out` end the visits as well, `reject` only hides, `unblock` takes any of them back,
 * `transfer` forgets the owner.
 */
export type OperatorAction =
  | { readonly action: 'block' | 'unblock' | 'opt-out' | 'transfer' }
  | { readonly action: 'reject'; readonly as: 'spam' | 'parked' };

type Scored = Pick<DomainState, 'status' | 'rejection' | 'verified' | 'authority' | 'components'>;

export interface Moderated {
  /** The decision in force, which no visit overrules; null: none. */
  readonly ruling: Rejection | null;
  readonly rejection: Rejection | null;
  readonly verified: boolean;
  readonly authority: number | null;
  readonly tier: Tier | null;
  /** False: the domain is not visited. */
  readonly visited: boolean;
}

/** What follows from an operator's decision for everything that is computed. `ruling`: the one in force now. */
export function moderate(scored: Scored, ruling: Rejection | null, operatorAction: OperatorAction): Moderated {
  const next = rulingAfter(ruling, operatorAction);
  // What a visit found stays until the next one, unless the operator has looked and says otherwise.
  const rejection = next ?? (operatorAction.action === 'unblock' ? null : scored.rejection);
  const verified = operatorAction.action === 'transfer' ? false : scored.verified;
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

function rulingAfter(ruling: Rejection | null, operatorAction: OperatorAction): Rejection | null {
  switch (operatorAction.action) {
    case 'block':
      return 'block-list';
    case 'opt-out':
      return 'opt-out';
    case 'reject':
      return operatorAction.as;
    case 'unblock':
      return null;
    case 'transfer':
      return ruling;
  }
}
