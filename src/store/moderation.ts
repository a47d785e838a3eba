import { z } from 'zod';
import {
  type DomainState,
  failureSchema,
  instantSchema,
  publicFactsSchema,
  type Rejection,
  rejectionSchema,
} from '../directory/state.ts';
import type { Call, Clock } from './client.ts';
import { emailStateSchema, type ScoreBasis, scoreBasisSchema, webhookStateSchema } from './ownership.ts';

const actionSchema = z.enum(['block', 'unblock', 'reject', 'opt-out', 'transfer', 'remove', 'forget']);
export type ModerationAction = z.infer<typeof actionSchema>;

const lineSchema = z.object({
  at: instantSchema,
  domain: z.string(),
  action: actionSchema,
  /** Decision that the action made. */
  rejection: rejectionSchema.nullable(),
  note: z.string().nullable(),
  operator: z.string(),
});
export type ModerationLine = z.infer<typeof lineSchema>;

/** Operator's decision, which visits do not change. */
const rulingSchema = z.object({ domain: z.string(), rejection: rejectionSchema, ruled_at: instantSchema });
export type Ruling = z.infer<typeof rulingSchema>;

/** Operator's view of a domain, without keys, secrets and personal addresses. */
const caseSchema = z.object({
  facts: publicFactsSchema,
  basis: scoreBasisSchema,
  ruling: rulingSchema.omit({ domain: true }).nullable(),
  /** Null if no visit is due. */
  due_at: instantSchema.nullable(),
  failure: failureSchema.nullable(),
  key: z.object({ issued_at: instantSchema, suspended_at: instantSchema.nullable() }).nullable(),
  key_generation: z.int().min(0),
  /** Method of the owner's proof. */
  proof: z.string().nullable(),
  webhook_state: webhookStateSchema.nullable(),
  email_state: emailStateSchema.nullable(),
  /** Lines of the log, newest first. */
  log: z.array(lineSchema),
});
export type DomainCase = z.infer<typeof caseSchema>;

export interface Removal {
  readonly domain: string;
  readonly note: string | null;
  readonly operator: string;
}

export interface Decision extends Removal, Pick<DomainState, 'rejection' | 'verified' | 'authority' | 'tier'> {
  readonly action: ModerationAction;
  /** New decision, or null, which a transfer does not use. */
  readonly ruling: Rejection | null;
  /** False if the domain may not be visited. */
  readonly visited: boolean;
  /** Version of the inputs of the decision. */
  readonly basis: ScoreBasis;
}

const counts = { entries: z.int(), last_day: z.int(), never_valid: z.int(), verified: z.int() };
const registrantsSchema = z.object({
  ...counts,
  /** Networks, most entries first. */
  networks: z.array(
    z.object({
      /** Keyed hash of the network. */
      network: z.string(),
      ...counts,
      first_at: instantSchema,
      last_at: instantSchema,
    }),
  ),
});
/** Registered entries by network, without imports. */
export type Registrants = z.infer<typeof registrantsSchema>;

export interface Forgetting extends Removal {
  /** Version to remove, or null for all versions. */
  readonly version: number | null;
}

export function createModerationStore(call: Call, clock: Clock) {
  return {
    getCase: (domain: string) => call('get_case', { domain }, caseSchema.nullable()),
    /** Applies a decision. The result `changed` means that the inputs changed and the caller must decide again. */
    moderate: (decision: Decision) => call('moderate', { ...decision, ...clock() }, z.enum(['done', 'changed'])),
    /** Removes an entry with all its data. The result `ruled` means that an operator's decision prevents the removal. */
    removeDomain: (removal: Removal) =>
      call('remove_domain', { ...removal, ...clock() }, z.enum(['removed', 'ruled', 'unknown'])),
    /** Removes the texts of one version or of all. The result `no-version` means that the version does not exist. */
    forgetTexts: (forgetting: Forgetting) =>
      call('forget_texts', { ...forgetting, ...clock() }, z.enum(['forgotten', 'no-version', 'unknown'])),
    /**
     * Removes at most `limit` entries that never became valid in time. Returns the number of removed entries, which is `limit` if
     * more are left.
     */
    removeNeverValid: (limit: number) => call('remove_never_valid', { max_rows: limit, ...clock() }, z.int()),
    countRegistrants: (limit: number) => call('count_registrants', { max_rows: limit, ...clock() }, registrantsSchema),
    /** Returns the bytes of packed texts of unverified sites that the network registered. */
    countHeldBytes: (network: string) => call('count_held_bytes', { network }, z.int()),
    /** Returns at most `limit` decisions by name, after `after`. */
    listRulings: (after: string | null, limit: number) =>
      call('list_rulings', { after, max_rows: limit }, z.array(rulingSchema)),
    /** Returns the newest lines of the audit log. */
    listModeration: (limit: number) => call('list_moderation', { max_rows: limit }, z.array(lineSchema)),
  };
}
