import * as z from 'zod/mini';

// Used parts of API answers. Unknown members are ignored.

const count = z.number();
const score = z.nullable(z.number());
const text = z.nullable(z.string());

export const recordSchema = z.object({
  domain: z.string(),
  tier: z.nullable(z.enum(['featured', 'listed', 'unlisted', 'rejected'])),
  title: text,
  summary: text,
  links: score,
  status: z.enum(['pending', 'valid', 'invalid', 'unreachable']),
  verified: z.boolean(),
  authority: score,
  description: text,
  tags: z.array(z.string()),
  nested_llms_txt: z.array(z.string()),
  contact: text,
  last_checked: text,
});
export type OwnerRecord = z.infer<typeof recordSchema>;

export const statsSchema = z.object({
  lookups: z.object({
    total: count,
    last_24h: count,
    last_7d: count,
    last_30d: count,
    daily: z.array(z.object({ date: z.string(), count })),
  }),
  score_history: z.array(
    z.object({
      at: z.string(),
      status: z.string(),
      authority: score,
      score_version: score,
      reach: score,
      trust: score,
      quality: score,
      freshness: score,
    }),
  ),
  file: z.object({
    findings: z.object({ error: count, warning: count, info: count }),
    next_fix: z.nullable(z.object({ rule: text, line: score, text: z.string(), url: z.string() })),
  }),
  notifications: z.object({
    channels: z.array(z.enum(['webhook', 'email'])),
    webhook_url: text,
    webhook_secret: text,
    webhook_state: z.nullable(z.enum(['active', 'disabled'])),
    notify_email: text,
    email_state: z.nullable(z.enum(['unconfirmed', 'confirmed', 'unsubscribed'])),
    notify_changes: z.boolean(),
    recent: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        channel: z.enum(['webhook', 'email']),
        created_at: z.string(),
        status: z.string(),
        attempts: count,
        last_error: text,
      }),
    ),
  }),
  standing: z.object({
    failing_since: text,
    failing_reason: text,
    proof_missing_since: text,
    proof_lapses_at: text,
  }),
});
export type SiteStats = z.infer<typeof statsSchema>;

export const testSchema = z.object({
  outcomes: z.array(z.object({ channel: z.enum(['webhook', 'email']), status: z.string(), detail: text })),
});
export type TestOutcome = z.infer<typeof testSchema>['outcomes'][number];
