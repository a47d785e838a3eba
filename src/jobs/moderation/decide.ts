import type { Decision } from '../../store/moderation.ts';
import { type Store, StoreError } from '../../store/store.ts';
import { moderate, type OperatorAction } from './moderate.ts';

// Most tries. A visit or an owner may change the row between read and decision.
const MAX_TRIES = 5;

/** Applies an operator's decision. Tracks an untracked domain, so that the decision applies later. */
export async function decide(
  store: Pick<Store, 'getCase' | 'moderate' | 'track'>,
  domain: string,
  operatorAction: OperatorAction,
  { note, operator }: Pick<Decision, 'note' | 'operator'>,
) {
  const { action } = operatorAction;
  if (action === 'block' || action === 'opt-out') await store.track([domain]);
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const before = await store.getCase(domain);
    if (before === null) throw new StoreError('not-found', `${domain} is not in the directory`);
    const next = moderate(before.basis, before.ruling?.rejection ?? null, operatorAction);
    const decision: Decision = { domain, action, ...next, basis: before.basis, note, operator };
    if ((await store.moderate(decision)) === 'done') return { before, decision };
  }
  throw new StoreError('conflict', `${domain} changes constantly: try again`);
}
