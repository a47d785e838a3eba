import type { PublicFacts } from '../directory/record.ts';
import type { Failure, Rejection, Tier } from '../directory/state.ts';
import type { EmailState, ScoreBasis, WebhookState } from './ownership.ts';

export type ModerationAction = 'block' | 'unblock' | 'reject' | 'opt-out' | 'transfer';

/** One line of the audit log. */
export interface ModerationLine {
  readonly at: string;
  readonly domain: string;
  readonly action: ModerationAction;
  /** The ruling that the action made. */
  readonly rejection: Rejection | null;
  readonly note: string | null;
  readonly operator: string;
}

/** A standing decision of an operator, which no visit overrules. */
export interface Ruling {
  readonly domain: string;
  readonly rejection: Rejection;
  readonly ruled_at: string;
}

/** What an operator sees of a domain: no key, no secret, no address of a person. */
export interface DomainCase {
  readonly facts: PublicFacts;
  readonly basis: ScoreBasis;
  readonly ruling: Omit<Ruling, 'domain'> | null;
  /** Null: never. */
  readonly due_at: string | null;
  readonly failure: Failure | null;
  readonly key: { readonly issued_at: string; readonly suspended_at: string | null } | null;
  readonly keys_issued: number;
  /** Method of the proof that verified the owner. */
  readonly proof: string | null;
  readonly webhook_state: WebhookState | null;
  readonly email_state: EmailState | null;
  /** Newest first. */
  readonly log: readonly ModerationLine[];
}

export interface Decision {
  readonly domain: string;
  readonly action: ModerationAction;
  /** The ruling that stands from now on; null: none. Not looked at by a transfer. */
  readonly ruling: Rejection | null;
  readonly rejection: Rejection | null;
  readonly verified: boolean;
  readonly authority: number | null;
  readonly tier: Tier | null;
  /** False: nobody may visit the domain until that is taken back. */
  readonly visited: boolean;
  /** What all of this was computed from. */
  readonly was: ScoreBasis;
  readonly note: string | null;
  readonly operator: string;
}

/** The part of the store for whoever runs the directory. */
export interface ModerationStore {
  /** Null when the domain is not tracked. */
  getCase(domain: string): Promise<DomainCase | null>;
  /** `changed`: the basis is another one by now, decide again. */
  moderate(decision: Decision): Promise<'done' | 'changed'>;
  /** At most `limit` rulings in order of name, behind `after`. */
  listRulings(after: string | null, limit: number): Promise<readonly Ruling[]>;
  /** The newest lines of the audit log. */
  listModeration(limit: number): Promise<readonly ModerationLine[]>;
}
