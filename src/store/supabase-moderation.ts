import { z } from 'zod';
import { failureSchema, instantSchema, rejectionSchema } from '../directory/state.ts';
import type { ModerationStore } from './moderation.ts';
import { claimStandingRow, factsRow } from './rows.ts';
import type { Call } from './supabase-ownership.ts';

const lineRow = z.object({
  at: instantSchema,
  domain: z.string(),
  action: z.enum(['block', 'unblock', 'reject', 'opt-out', 'transfer']),
  rejection: rejectionSchema.nullable(),
  note: z.string().nullable(),
  operator: z.string(),
});

const rulingRow = z.object({ domain: z.string(), rejection: rejectionSchema, ruled_at: instantSchema });

const caseRow = z.object({
  facts: factsRow,
  basis: claimStandingRow.shape.basis,
  ruling: rulingRow.omit({ domain: true }).nullable(),
  due_at: instantSchema.nullable(),
  failure: failureSchema.nullable(),
  key: z.object({ issued_at: instantSchema, suspended_at: instantSchema.nullable() }).nullable(),
  keys_issued: z.int().min(0),
  proof: z.string().nullable(),
  webhook_state: z.enum(['active', 'disabled']).nullable(),
  email_state: z.enum(['unconfirmed', 'confirmed', 'unsubscribed']).nullable(),
  log: z.array(lineRow),
});

export function createModerationStore(call: Call, at: () => string | null): ModerationStore {
  return {
    getCase: (domain) => call('get_case', { domain }, caseRow.nullable()),
    moderate: ({ domain, action, ruling, rejection, verified, authority, tier, visited, was, note, operator }) => {
      const decision = { domain, action, ruling, rejection, verified, authority, tier, visited, was, note, operator };
      return call('moderate', { ...decision, at: at() }, z.enum(['done', 'changed']));
    },
    listRulings: (after, limit) => call('list_rulings', { after, max_rows: limit }, z.array(rulingRow)),
    listModeration: (limit) => call('list_moderation', { max_rows: limit }, z.array(lineRow)),
  };
}
