import { z } from 'zod';
import type { DomainDetail } from '../directory/detail.ts';
import type { PublicFacts } from '../directory/record.ts';
import {
  componentsSchema,
  countryBasisSchema,
  domainStateSchema,
  failureSchema,
  instantSchema,
  proofSchema,
  rejectionSchema,
  tierSchema,
} from '../directory/state.ts';
import {
  evidenceSchema,
  findingSchema,
  nestedFileSchema,
  previewSchema,
  scorePointSchema,
} from '../directory/visit.ts';
import type { Channels, OwnerStats } from './ownership.ts';

/** Every answer of the database goes through one of these. */

const publicColumns = {
  domain: true,
  status: true,
  tier: true,
  authority: true,
  verified: true,
  verified_at: true,
  llms_txt: true,
  llms_full_txt: true,
  nested_llms_txt: true,
  title: true,
  summary: true,
  description: true,
  tags: true,
  contact: true,
  sections: true,
  links: true,
  rank: true,
  registered_at: true,
  country: true,
  first_seen: true,
  last_checked: true,
} as const satisfies Record<keyof PublicFacts, true>;

export const factsRow = domainStateSchema.pick(publicColumns);

export const pageRow = z.object({ total: z.int(), total_is_estimate: z.boolean(), results: z.array(factsRow) });

export const statsRow = z.object({
  domains_tracked: z.int(),
  valid_llms_txt: z.int(),
  listed: z.int(),
  verified: z.int(),
  with_llms_full_txt: z.int(),
  pending: z.int(),
  last_checked: instantSchema.nullable(),
});

export const countryRow = z.object({
  country: z.string().nullable(),
  valid: z.int(),
  listed: z.int(),
  verified: z.int(),
});

export const tagRow = z.object({ tag: z.string(), listed: z.int() });

export const textRow = z.object({ hash: z.string(), body: z.string() });

export const detailRow = z.object({
  facts: factsRow,
  components: componentsSchema,
  score_version: z.int().nullable(),
  country_basis: countryBasisSchema.nullable(),
  rejection: rejectionSchema.nullable(),
  failure: failureSchema.nullable(),
  proof_missing_since: instantSchema.nullable(),
  content_changed_at: instantSchema.nullable(),
  evidence: evidenceSchema.nullable(),
  findings: z.array(findingSchema),
  preview: previewSchema.nullable(),
  nested: z.array(nestedFileSchema),
  history: z.array(scorePointSchema),
  similar: z.array(z.object({ domain: z.string(), title: z.string().nullable(), authority: z.int().nullable() })),
}) satisfies z.ZodType<DomainDetail>;

export const changesRow = z.object({
  changes: z.array(
    z.object({ domain: z.string(), revision: z.string(), tier: tierSchema.nullable(), removed: z.boolean() }),
  ),
  cursor: z.string(),
  more: z.boolean(),
});

export const trackedRow = z.object({ added: z.int(), known: z.int() });

export const claimedRow = z.object({ state: domainStateSchema, lease: z.string(), attempts: z.int() });

export const applyRow = z.discriminatedUnion('result', [
  z.object({ result: z.enum(['applied', 'held', 'lost']) }),
  z.object({ result: z.literal('stale'), state: domainStateSchema }),
]);

export const settledRow = z.object({
  visited: z.int(),
  fine: z.int(),
  failed: z.int(),
  broken: z.boolean(),
  settled: z.int(),
  left: z.int(),
});

export const driftRow = z.object({ fact: z.string(), kept: z.int().nullable(), found: z.int().nullable() });

export const quotasRow = z.object({
  allowed: z.boolean(),
  standings: z.array(z.object({ name: z.string(), remaining: z.int(), reset_s: z.int() })),
});

export const claimStandingRow = z.object({
  generation: z.int(),
  basis: domainStateSchema.pick({ status: true, rejection: true, verified: true, authority: true, components: true }),
});

export const verifiedRow = z.object({ result: z.enum(['verified', 'used', 'changed']) });

export const keyRow = z.object({ domain: z.string(), hash: z.string(), suspended: z.boolean() });

export const channelsRow = z.object({
  webhook_url: z.string().nullable(),
  webhook_secret: z.string().nullable(),
  webhook_state: z.enum(['active', 'disabled']).nullable(),
  notify_email: z.string().nullable(),
  email_state: z.enum(['unconfirmed', 'confirmed', 'unsubscribed']).nullable(),
}) satisfies z.ZodType<Channels>;

const channelSchema = z.enum(['webhook', 'email']);

export const ownerStatsRow = z.object({
  lookups: z.object({
    total: z.int(),
    last_24h: z.int(),
    last_7d: z.int(),
    last_30d: z.int(),
    daily: z.array(z.object({ date: z.string(), count: z.int() })),
  }),
  score_history: z.array(scorePointSchema),
  failure: failureSchema.nullable(),
  proof: proofSchema.nullable(),
  notifications: channelsRow.extend({
    recent: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        channel: channelSchema,
        created_at: instantSchema,
        status: z.enum(['pending', 'delivered', 'dead', 'cancelled']),
        attempts: z.int(),
        last_error: z.string().nullable(),
      }),
    ),
  }),
}) satisfies z.ZodType<OwnerStats>;

export const recrawlRow = z.object({ allowed: z.boolean(), retry_after_s: z.int() });

export const messageRow = z.object({
  delivery: z.string(),
  lease: z.string(),
  id: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  domain: z.string(),
  created_at: instantSchema,
  channel: channelSchema,
  attempts: z.int(),
  failures: z.int(),
  address: z.string(),
  secret: z.string().nullable(),
});

export const rankChangesRow = z.object({
  changes: z.array(z.object({ domain: z.string(), rank: z.int().nullable(), basis: claimStandingRow.shape.basis })),
  cursor: z.string().nullable(),
});
