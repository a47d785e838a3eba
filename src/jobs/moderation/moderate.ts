import { computeAuthority } from '../../directory/scoring/authority.ts';
import { computeTier } from '../../directory/scoring/tier.ts';
import type { DomainState, Rejection } from '../../directory/state.ts';
import type { Decision } from '../../store/moderation.ts';

/**
 * Decision of an operator. `block` and `opt-out` also end visits, `reject` only hides, `unblock` reverts these decisions, and
 * `transfer` removes the owner.
 */
export type OperatorAction =
  | { readonly action: 'block' | 'unblock' | 'opt-out' | 'transfer' }
  | { readonly action: 'reject'; readonly as: 'spam' | 'parked' };

type Scored = Pick<DomainState, 'status' | 'rejection' | 'verified' | 'authority' | 'components'>;

type Moderated = Omit<Decision, 'domain' | 'action' | 'basis' | 'note' | 'operator'>;

/** Computes the state after an operator's decision. `ruling` is the current decision. */
export function moderate(scored: Scored, ruling: Rejection | null, operatorAction: OperatorAction): Moderated {
  const next = rulingAfter(ruling, operatorAction);
  // Keep the result of the last visit, unless the operator overrides it.
  const rejection = next ?? (operatorAction.action === 'unblock' ? null : scored.rejection);
  const verified = operatorAction.action === 'transfer' ? false : scored.verified;
  const isRescored = scored.authority !== null && verified !== scored.verified;
  const authority = isRescored ? computeAuthority(scored.components, verified) : scored.authority;
  return {
    ruling: next,
    rejection,
    verified,
    authority,
    tier: computeTier({ status: scored.status, rejection, verified, authority }),
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
