import { z } from 'zod';
import {
  failureSchema,
  instantSchema,
  publicFactsSchema,
  type Rejection,
  rejectionSchema,
  type Tier,
} from '../directory/state.ts';
import type { Call, Clock } from './client.ts';
import { emailStateSchema, type ScoreBasis, scoreBasisSchema, webhookStateSchema } from './ownership.ts';

const actionSchema = z.enum(['block', 'unblock', 'reject', 'opt-out', 'transfer', 'remove', 'forget']);
export type ModerationAction = z.infer<typeof actionSchema>;

/** One line of the audit log. */
const lineSchema = z.object({
  at: instantSchema,
  domain: z.string(),
  action: actionSchema,
  /** The ruling that the action made. */
  rejection: rejectionSchema.nullable(),
  note: z.string().nullable(),
  operator: z.string(),
});
export type ModerationLine = z.infer<typeof lineSchema>;

/** A standing decision of an operator, which no visit overrules. */
const rulingSchema = z.object({ domain: z.string(), rejection: rejectionSchema, ruled_at: instantSchema });
export type Ruling = z.infer<typeof rulingSchema>;

/** What an operator sees of a domain: no key, no secret, no address of a person. */
const caseSchema = z.object({
  facts: publicFactsSchema,
  basis: scoreBasisSchema,
  ruling: rulingSchema.omit({ domain: true }).nullable(),
  /** Null: never. */
  due_at: instantSchema.nullable(),
  failure: failureSchema.nullable(),
  key: z.object({ issued_at: instantSchema, suspended_at: instantSchema.nullable() }).nullable(),
  key_generation: z.int().min(0),
  /** Method of the proof that verified the owner. */
  proof: z.string().nullable(),
  webhook_state: webhookStateSchema.nullable(),
  email_state: emailStateSchema.nullable(),
  /** Newest first. */
  log: z.array(lineSchema),
});
export type DomainCase = z.infer<typeof caseSchema>;

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
  readonly basis: ScoreBasis;
  readonly note: string | null;
  readonly operator: string;
}

const counts = { entries: z.int(), last_day: z.int(), never_valid: z.int(), verified: z.int() };
const registrantsSchema = z.object({
  ...counts,
  /** The ones with the most entries first. */
  networks: z.array(
    z.object({
      /** A keyed hash. */
      network: z.string(),
      ...counts,
      first_at: instantSchema,
      last_at: instantSchema,
    }),
  ),
});
/** Who has registered how much of what stands, imports left out. */
export type Registrants = z.infer<typeof registrantsSchema>;

export interface Removal {
  readonly domain: string;
  readonly note: string | null;
  readonly operator: string;
}

export interface Forgetting extends Removal {
  /** Null: all versions. */
  readonly version: number | null;
}

/** The part of the store for the operator of the directory. */
export interface ModerationStore {
  /** Null when the domain is not tracked. */
  getCase(domain: string): Promise<DomainCase | null>;
  /** `changed`: the basis is another one by now, decide again. */
  moderate(decision: Decision): Promise<'done' | 'changed'>;
  /** Removes an entry with all that belongs to it. `ruled`: not while a ruling stands, which would go too. */
  removeDomain(removal: Removal): Promise<'removed' | 'ruled' | 'unknown'>;
  /** Removes the texts of versions: those of one version, or all. `no-version`: the domain has no such version. */
  forgetTexts(forgetting: Forgetting): Promise<'forgotten' | 'no-version' | 'unknown'>;
  /** Removes at most `limit` entries that never became valid in their time, and returns how many; fewer: none is left. */
  removeNeverValid(limit: number): Promise<number>;
  /** At most `limit` networks. */
  countRegistrants(limit: number): Promise<Registrants>;
  /** Returns the bytes of packed texts that are kept of sites that the network has registered and nobody has verified. */
  countHeldBytes(network: string): Promise<number>;
  /** At most `limit` rulings in order of name, behind `after`. */
  listRulings(after: string | null, limit: number): Promise<readonly Ruling[]>;
  /** The newest lines of the audit log. */
  listModeration(limit: number): Promise<readonly ModerationLine[]>;
}

export function createModerationStore(call: Call, clock: Clock): ModerationStore {
  return {
    getCase: (domain) => call('get_case', { domain }, caseSchema.nullable()),
    moderate: (decision) => call('moderate', { ...decision, ...clock() }, z.enum(['done', 'changed'])),
    removeDomain: (removal) =>
      call('remove_domain', { ...removal, ...clock() }, z.enum(['removed', 'ruled', 'unknown'])),
    forgetTexts: (forgetting) =>
      call('forget_texts', { ...forgetting, ...clock() }, z.enum(['forgotten', 'no-version', 'unknown'])),
    removeNeverValid: (limit) => call('remove_never_valid', { max_rows: limit, ...clock() }, z.int()),
    countRegistrants: (limit) => call('count_registrants', { max_rows: limit, ...clock() }, registrantsSchema),
    countHeldBytes: (network) => call('count_held_bytes', { network }, z.int()),
    listRulings: (after, limit) => call('list_rulings', { after, max_rows: limit }, z.array(rulingSchema)),
    listModeration: (limit) => call('list_moderation', { max_rows: limit }, z.array(lineSchema)),
  };
}
