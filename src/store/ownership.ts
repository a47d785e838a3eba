import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ProfileChanges } from '../directory/profile.ts';
import {
  domainStateSchema,
  failureSchema,
  instantSchema,
  type Proof,
  proofSchema,
  publicFactsSchema,
  type Tier,
} from '../directory/state.ts';
import { scorePointSchema } from '../directory/visit.ts';
import { type ProofLook, proofLookSchema } from '../ownership/proof-look.ts';
import type { Call, Clock } from './client.ts';
import type { SearchWordStore } from './search-words.ts';

/** Inputs of authority and tier, with the authority. */
export const scoreBasisSchema = domainStateSchema.pick({
  status: true,
  rejection: true,
  verified: true,
  authority: true,
  components: true,
});
export type ScoreBasis = z.infer<typeof scoreBasisSchema>;

const claimStandingSchema = z.object({
  /** Number of keys issued for the domain. Tokens of earlier generations are void. */
  generation: z.int(),
  /** Inputs of authority and tier. Null if the domain is not tracked. */
  basis: scoreBasisSchema.nullable(),
  /** URL of the llms.txt in the record. */
  llms_txt: z.string().nullable(),
  /** Current key, with the method of its proof. */
  issued: z
    .object({
      key_hash: z.string(),
      at: instantSchema,
      method: proofSchema.shape.method,
    })
    .nullable(),
});

export interface Verified {
  readonly domain: string;
  /** Generation of the found token. */
  readonly generation: number;
  /** Version of the inputs of `authority` and `tier`. */
  readonly basis: ScoreBasis;
  readonly authority: number | null;
  readonly tier: Tier | null;
  readonly proof: Proof;
  readonly keyHash: string;
}

/** Result of taking a proof search: a lease, or a current result. */
const proofLookTakenSchema = z.union([
  z.object({ lease: z.string() }),
  /** `next_in_s` is the time until the next allowed search, in s. */
  z.object({ look: proofLookSchema.nullable(), next_in_s: z.int() }),
]);

const storedKeySchema = z.object({
  domain: z.string(),
  hash: z.string(),
  suspended: z.boolean(),
  /** True if the key is unused, so the owner may have lost the answer with the key. */
  repeatable: z.boolean(),
});
export type StoredKey = z.infer<typeof storedKeySchema>;

export const webhookStateSchema = z.enum(['active', 'disabled']);
export const emailStateSchema = z.enum(['unconfirmed', 'confirmed', 'unsubscribed']);
export type EmailState = z.infer<typeof emailStateSchema>;

export const channelsSchema = z.object({
  webhook_url: z.string().nullable(),
  webhook_secret: z.string().nullable().describe('Signs webhooks as in Standard Webhooks.'),
  webhook_state: webhookStateSchema.nullable().describe('`disabled`: the receiver responded with 410.'),
  notify_email: z.string().nullable(),
  email_state: emailStateSchema.nullable(),
  notify_changes: z.boolean().describe('True if new versions of the file also cause alerts.'),
});
export type Channels = z.infer<typeof channelsSchema>;

export const channelSchema = z.enum(['webhook', 'email']);
export type Channel = z.infer<typeof channelSchema>;

/** Message of an owner's channel, with the state of its delivery. */
export const deliverySchema = z.object({
  id: z.string().describe('As in `webhook-id`, without its prefix.'),
  type: z.string(),
  channel: channelSchema,
  created_at: instantSchema,
  status: z.enum(['pending', 'delivered', 'dead', 'cancelled']),
  attempts: z.int(),
  last_error: z.string().nullable(),
});

export const lookupCountsSchema = z.object({
  total: z.int(),
  last_24h: z.int(),
  last_7d: z.int(),
  last_30d: z.int(),
  daily: z.array(z.object({ date: z.iso.date(), count: z.int() })).describe('The last 30 days in UTC, oldest first.'),
});

const ownerStatsSchema = z.object({
  lookups: lookupCountsSchema,
  /** At most 365 points, oldest first. */
  score_history: z.array(scorePointSchema),
  failure: failureSchema.nullable(),
  proof: proofSchema.nullable(),
  notifications: channelsSchema.extend({
    /** At most 50 messages, newest first. */
    recent: z.array(deliverySchema),
  }),
});
export type OwnerStats = z.infer<typeof ownerStatsSchema>;

/** Message leased to a sender. */
const messageSchema = z.object({
  delivery: z.string(),
  lease: z.string(),
  /** Id of the alert, equal over all tries and channels. */
  id: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  domain: z.string(),
  created_at: instantSchema,
  channel: channelSchema,
  /** Number of started sends, including the current send. */
  attempts: z.int(),
  /** Number of known failed sends. */
  failures: z.int(),
  /** URL or email address. */
  address: z.string(),
  /** Encrypted secret of the webhook. */
  secret: z.string().nullable(),
});
export type Message = z.infer<typeof messageSchema>;

export interface DeliveryEnd {
  readonly delivery: string;
  readonly lease: string;
  readonly address: string;
  /**
   * Result of a send. `gone`: the receiver unsubscribed, so the webhook is disabled. `postponed`: nothing was sent yet, which
   * does not count as a failure.
   */
  readonly outcome: 'delivered' | 'retry' | 'postponed' | 'dead' | 'gone';
  readonly error: string | null;
  /** Time of the next try. Null unless the result is `retry` or `postponed`. */
  readonly dueAt: string | null;
}

export interface MailConsent {
  readonly domain: string;
  readonly email: string;
  /** Keyed hashes of the mailbox. The store keeps the first. */
  readonly mailboxes: readonly string[];
  readonly at: string;
}

const verifiedRow = z.object({ result: z.enum(['verified', 'used', 'changed']) });
const recrawlRow = z.object({ allowed: z.boolean(), retry_after_s: z.int() });

/** `read` has a shorter time limit than `call`, because a person waits. */
export function createOwnershipStore(call: Call, read: Call, clock: Clock, indexSites: SearchWordStore['indexSites']) {
  return {
    /** Returns the state for the next proof of a domain, tracked or not. */
    getClaimStanding: (domain: string) => read('get_claim_standing', { domain }, claimStandingSchema),
    /**
     * Issues a key. The result `used` means that the generation already has a key. `changed` means that the inputs changed and the
     * caller must compute again.
     */
    verifyOwner: async ({ keyHash, ...verified }: Verified) => {
      // Send an id by which the store recognizes a repeated call.
      const args = { ...verified, key_hash: keyHash, call: randomUUID(), ...clock() };
      return (await call('verify_owner', args, verifiedRow)).result;
    },
    /** Leases the proof search of a domain for `leaseMs`, or returns the result of another process. Applies across processes. */
    takeProofLook: async (domain: string, leaseMs: number) => {
      const taken = await call(
        'take_proof_look',
        { domain, lease_ms: leaseMs, ...clock() },
        proofLookTakenSchema.nullable(),
      );
      return taken ?? { look: null, next_in_s: 0 };
    },
    /** Shares the result for `keepMs`. A null result only ends the lease. */
    finishProofLook: async (domain: string, lease: string, look: ProofLook | null, keepMs: number) => {
      await call('finish_proof_look', { domain, lease, look, keep_ms: keepMs, ...clock() }, z.boolean());
    },
    /** Uses the only repeat of this key's answer. Returns false if the repeat was used before. */
    repeatKey: (hash: string) => call('repeat_key', { hash }, z.boolean()),
    findKey: (hash: string) => read('find_key', { hash }, storedKeySchema.nullable()),
    /** Records that the key was used, so the owner received it and it is not repeated. */
    endRepeat: async (hash: string) => {
      await call('end_repeat', { hash }, z.boolean());
    },
    /**
     * Changes the given members. Stores the encrypted `webhookSecret` if the webhook URL is new. `mailboxes` are keyed hashes of
     * `notify_email`. An unsubscribed mailbox gets no confirmation.
     */
    updateProfile: async (
      domain: string,
      changes: ProfileChanges,
      webhookSecret: string,
      mailboxes: readonly string[] = [],
    ) => {
      const args = { domain, changes, webhook_secret: webhookSecret, mailboxes, ...clock() };
      const record = await call('update_profile', args, publicFactsSchema.nullable());
      const searched = [changes.description, changes.tags, changes.nested_llms_txt];
      if (record !== null && searched.some((member) => member !== undefined)) await indexSites([domain]);
      return record;
    },
    getChannels: (domain: string) => read('get_channels', { domain }, channelsSchema.nullable()),
    /**
     * Applies a decision from the link of an email created at `at`. The result `allowed` means that the domain has another address,
     * but this address may get confirmations again. `refused` means that the domain and the address no longer allow it, or that the
     * holder unsubscribed later.
     */
    confirmEmail: (link: MailConsent) =>
      call('confirm_email', { ...link }, z.enum(['confirmed', 'allowed', 'refused'])),
    /** Stops emails to the address about the domain, and confirmations for any domain. */
    unsubscribeEmail: async (link: MailConsent) => {
      await call('unsubscribe_email', { ...link }, z.boolean());
    },
    getOwnerStats: (domain: string) => read('get_owner_stats', { domain, ...clock() }, ownerStatsSchema.nullable()),
    /** Takes the only recrawl of a domain within the given seconds. Applies across processes. */
    takeRecrawl: async (domain: string, intervalS: number) => {
      const { allowed, retry_after_s } = await call(
        'take_recrawl',
        { domain, interval_s: intervalS, ...clock() },
        recrawlRow,
      );
      return { allowed, retryAfterS: retry_after_s };
    },
    /** Leases due messages of these channels for `leaseMs`. */
    leaseDeliveries: (limit: number, leaseMs: number, channels: readonly Channel[]) =>
      call('lease_deliveries', { max_rows: limit, lease_ms: leaseMs, channels, ...clock() }, z.array(messageSchema)),
    /** Stores the result of a send. Returns false if another sender has the lease. */
    finishDelivery: ({ dueAt, ...end }: DeliveryEnd) => call('finish_delivery', { ...end, due_at: dueAt }, z.boolean()),
    /** Creates a test event for every usable channel, leased to the caller. */
    openTest: (domain: string, leaseMs: number) =>
      call('open_test', { domain, lease_ms: leaseMs, ...clock() }, z.array(messageSchema)),
  };
}
