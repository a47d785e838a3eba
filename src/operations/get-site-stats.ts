import { z } from 'zod';
import { PROOF_METHODS } from '../directory/proof-methods.ts';
import { failingSince } from '../directory/scoring/status.ts';
import { instantSchema } from '../directory/state.ts';
import { scorePointSchema } from '../directory/visit.ts';
import { GRACE_MS } from '../ownership/proof.ts';
import type { OwnerStats } from '../store/ownership.ts';
import type { Store } from '../store/store.ts';
import { badgeFor, badgeSchema } from './badge-links.ts';
import { domainInput } from './domain-input.ts';
import { OWNER_ERRORS } from './http-route.ts';
import { defineOperation } from './operation.ts';
import type { DomainRules } from './parse-domain-param.ts';
import { requireOwnedDomain } from './require-owned-domain.ts';
import { unknownDomain } from './unknown-domain.ts';

export const siteStatsSchema = z.object({
  domain: z.string(),
  lookups: z
    .object({
      total: z.int(),
      last_24h: z.int(),
      last_7d: z.int(),
      last_30d: z.int(),
      daily: z
        .array(z.object({ date: z.iso.date(), count: z.int() }))
        .describe('The last 30 days in UTC, oldest first.'),
    })
    .describe('How often the record was looked up: API, page, MCP.'),
  score_history: z.array(scorePointSchema).describe('One entry for each change, at most one a day, oldest first.'),
  notifications: z.object({
    webhook_url: z.string().nullable(),
    webhook_secret: z.string().nullable().describe('Signs webhooks as Standard Webhooks says.'),
    webhook_state: z.enum(['active', 'disabled']).nullable().describe('`disabled`: the receiver has answered 410.'),
    notify_email: z.string().nullable(),
    email_state: z.enum(['unconfirmed', 'confirmed', 'unsubscribed']).nullable(),
    recent: z
      .array(
        z.object({
          id: z.string().describe('As in `webhook-id`, without its prefix.'),
          type: z.string(),
          channel: z.enum(['webhook', 'email']),
          created_at: instantSchema,
          status: z.enum(['pending', 'delivered', 'dead', 'cancelled']),
          attempts: z.int(),
          last_error: z.string().nullable(),
        }),
      )
      .describe('The last messages, newest first.'),
  }),
  standing: z
    .object({
      failing_since: instantSchema.nullable(),
      failing_reason: z.string().nullable(),
      proof_seen_by: z.enum(PROOF_METHODS).nullable().describe('The method that showed the proof last.'),
      proof_missing_since: instantSchema.nullable(),
      proof_lapses_at: instantSchema.nullable().describe('The verification ends here if the proof stays away.'),
    })
    .describe('What is wrong at the moment and has not changed the record yet.'),
  badge: badgeSchema,
});

interface Needs extends DomainRules {
  readonly store: Pick<Store, 'getOwnerStats'>;
}

export const getSiteStats = defineOperation({
  name: 'getSiteStats',
  summary: 'Read the numbers of a domain as its owner.',
  description: 'Lookups, score history, notification channels with their delivery log, and the badge to embed.',
  access: 'owner',
  input: domainInput,
  output: siteStatsSchema,
  http: {
    method: 'GET',
    path: '/v1/sites/{domain}/stats',
    quota: 'read',
    success: { 200: 'The owner’s numbers.' },
    errors: OWNER_ERRORS,
  },
  run: async (needs: Needs, input, caller) => {
    const domain = requireOwnedDomain(input.domain, caller, needs);
    const stats = await needs.store.getOwnerStats(domain);
    if (!stats) throw unknownDomain(domain, needs.baseUrl);
    const { lookups, score_history, notifications } = stats;
    return {
      domain,
      lookups: { ...lookups, daily: [...lookups.daily] },
      score_history: [...score_history],
      notifications: { ...notifications, recent: [...notifications.recent] },
      standing: standingOf(stats),
      badge: badgeFor(needs.baseUrl, domain),
    };
  },
});

function standingOf({ failure, proof }: OwnerStats) {
  const grace = proof?.absence?.grace_since ?? null;
  return {
    failing_since: failure && failingSince(failure),
    failing_reason: failure?.reason ?? null,
    proof_seen_by: proof?.method ?? null,
    proof_missing_since: proof?.absence?.since ?? null,
    proof_lapses_at: grace && new Date(Date.parse(grace) + GRACE_MS).toISOString(),
  };
}
