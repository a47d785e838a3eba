import type { Decision, DomainCase } from '../../store/moderation.ts';
import { type Store, StoreError } from '../../store/store.ts';
import { moderate, type OperatorAct } from './moderate.ts';

export interface DecideOptions {
  readonly note: string | null;
  readonly by: string;
}

export interface Decided {
  readonly before: DomainCase;
  readonly decision: Decision;
}

// Somebody else writes the row between reading and deciding: a visit, an owner. Rare, and never for long.
const MOST_TRIES = 5;

/** Carries out what an operator has decided. A domain that is not tracked yet is tracked, so that it stays out when it comes. */
export async function decide(
  store: Pick<Store, 'getCase' | 'moderate' | 'track'>,
  domain: string,
  decided: OperatorAct,
  { note, by }: DecideOptions,
): Promise<Decided> {
  if (decided.action === 'block' || decided.action === 'opt-out') await store.track([domain]);
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const before = await store.getCase(domain);
    if (before === null) throw new StoreError('not-found', `${domain} is not in the directory`);
    const next = moderate(before.basis, before.ruling?.rejection ?? null, decided);
    const decision: Decision = { domain, action: decided.action, ...next, was: before.basis, note, operator: by };
    if ((await store.moderate(decision)) === 'done') return { before, decision };
  }
  throw new StoreError('conflict', `${domain} changes all the time: try again`);
}
