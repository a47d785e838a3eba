import { z } from 'zod';
import { countBySeverity } from '#llmstxt';
import { PROOF_METHODS } from '../../directory/proof-methods.ts';
import { SCORE_VERSION } from '../../directory/scoring/authority.ts';
import { failingSince } from '../../directory/scoring/status.ts';
import { instantSchema } from '../../directory/state.ts';
import { scorePointSchema } from '../../directory/visit.ts';
import { GRACE_MS } from '../../ownership/proof.ts';
import type { ServerSecrets } from '../../ownership/server-secrets.ts';
import { openWebhookSecret } from '../../ownership/webhook-secret.ts';
import {
  channelSchema,
  channelsSchema,
  deliverySchema,
  lookupCountsSchema,
  type OwnerStats,
} from '../../store/ownership.ts';
import { findNextFix, nextFixSchema } from '../check/next-fix.ts';
import type { UsesTexts } from '../check/text-work.ts';
import { type DomainRules, domainInput, requireOwnedDomain, requireTracked } from '../domain-param.ts';
import { defineOperation } from '../operation.ts';
import { badgeFor, badgeSchema } from '../ownership/badge-links.ts';
import { SAMPLE_SERVICE } from '../samples.ts';
import type { UsesStore } from '../uses-store.ts';

export const siteStatsSchema = z.object({
  domain: z.string(),
  lookups: lookupCountsSchema.describe('Number of lookups of the record: API, page, MCP.'),
  score_history: z.array(scorePointSchema).describe('One entry for each change, at most one a day, oldest first.'),
  file: z
    .object({
      findings: z
        .object({ error: z.int(), warning: z.int(), info: z.int() })
        .describe('Number of findings in the file, by severity.'),
      next_fix: nextFixSchema.nullable().describe('Most useful change. Null if no improvement is left.'),
    })
    .describe('State of the llms.txt at the last visit.'),
  notifications: z.object({
    channels: z.array(channelSchema).describe('Channels that this service can send alerts through.'),
    ...channelsSchema.shape,
    recent: z.array(deliverySchema).describe('Last messages, newest first.'),
  }),
  standing: z
    .object({
      failing_since: instantSchema.nullable(),
      failing_reason: z.string().nullable(),
      proof_seen_by: z.enum(PROOF_METHODS).nullable().describe('Method of the last seen proof.'),
      proof_missing_since: instantSchema.nullable(),
      proof_lapses_at: instantSchema.nullable().describe('End of the verification if the proof stays missing.'),
    })
    .describe('Current faults that have not changed the record yet.'),
  badge: badgeSchema,
});

interface Deps extends DomainRules, UsesStore<'getDetail' | 'getOwnerStats'>, UsesTexts {
  readonly serverSecrets: ServerSecrets;
  /** True if the service can send alerts by email. */
  readonly sendsMail: boolean;
}

export const getSiteStats = defineOperation({
  name: 'getSiteStats',
  summary: 'Read the numbers of a domain as its owner.',
  description:
    'Returns the state of the file with its next fix, lookups, score history, notification channels with their delivery log, and the badge.',
  access: 'owner',
  input: domainInput,
  output: siteStatsSchema,
  example: {
    domain: 'example.com',
    lookups: { total: 1_204, last_24h: 31, last_7d: 190, last_30d: 802, daily: [{ date: '2026-11-20', count: 31 }] },
    score_history: [
      {
        at: '2026-11-20T10:00:00.000Z',
        status: 'valid',
        authority: 69,
        score_version: SCORE_VERSION,
        reach: 49,
        trust: 80,
        quality: 62,
        freshness: 91,
      },
    ],
    file: {
      findings: { error: 0, warning: 1, info: 0 },
      next_fix: {
        rule: 'no-summary',
        line: null,
        text: 'Add a line that starts with "> " below the title.',
        url: `${SAMPLE_SERVICE.baseUrl}/rules/no-summary`,
      },
    },
    notifications: {
      channels: ['webhook'],
      webhook_url: 'https://hooks.example.com/llms',
      webhook_secret: 'whsec_…',
      webhook_state: 'active',
      notify_email: null,
      email_state: null,
      notify_changes: false,
      recent: [],
    },
    standing: {
      failing_since: null,
      failing_reason: null,
      proof_seen_by: 'dns',
      proof_missing_since: null,
      proof_lapses_at: null,
    },
    badge: badgeFor(SAMPLE_SERVICE.baseUrl, 'example.com'),
  },
  http: {
    method: 'GET',
    path: '/v1/sites/{domain}/stats',
    quota: 'read',
    success: { 200: 'The owner’s numbers.' },
    errors: ['domain.unknown', 'store.unavailable'],
  },
  run: async (deps: Deps, input, caller) => {
    const domain = requireOwnedDomain(input.domain, caller, deps);
    const [found, stored] = await Promise.all([deps.store.getOwnerStats(domain), deps.store.getDetail(domain)]);
    const stats = requireTracked(found, domain, deps);
    const file = await deps.texts.readFile(requireTracked(stored, domain, deps), caller.network);
    const { lookups, score_history, notifications } = stats;
    return {
      domain,
      lookups: { ...lookups, daily: [...lookups.daily] },
      score_history: [...score_history],
      file: { findings: countBySeverity(file.findings), next_fix: findNextFix(file, deps.baseUrl) },
      notifications: {
        channels: deps.sendsMail ? ['webhook' as const, 'email' as const] : ['webhook' as const],
        ...notifications,
        webhook_secret: openWebhookSecret(deps.serverSecrets, domain, notifications.webhook_secret),
        recent: [...notifications.recent],
      },
      standing: toStanding(stats),
      badge: badgeFor(deps.baseUrl, domain),
    };
  },
});

function toStanding({ failure, proof }: OwnerStats) {
  const grace = proof?.absence?.grace_since ?? null;
  return {
    failing_since: failure && failingSince(failure),
    failing_reason: failure?.reason ?? null,
    proof_seen_by: proof?.method ?? null,
    proof_missing_since: proof?.absence?.since ?? null,
    proof_lapses_at: grace && new Date(Date.parse(grace) + GRACE_MS).toISOString(),
  };
}
