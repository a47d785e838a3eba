import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ProfileChanges } from '../directory/profile.ts';
import type { PublicFacts } from '../directory/record.ts';
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

/** What authority and tier follow from, together with the authority itself. */
export const scoreBasisSchema = domainStateSchema.pick({
  status: true,
  rejection: true,
  verified: true,
  authority: true,
  components: true,
});
export type ScoreBasis = z.infer<typeof scoreBasisSchema>;

const claimStandingSchema = z.object({
  /** Keys ever issued for the domain: tokens of an earlier generation are used up. */
  generation: z.int(),
  /** Null for a domain that is not tracked. */
  basis: scoreBasisSchema.nullable(),
  /** URL of the llms.txt in the record. */
  llms_txt: z.string().nullable(),
  /** The key that works now, and the method that proved its right to it. */
  issued: z
    .object({
      key_hash: z.string(),
      at: instantSchema,
      method: proofSchema.shape.method,
    })
    .nullable(),
});
export type ClaimStanding = z.infer<typeof claimStandingSchema>;

/** A proof that was seen, to be turned into a key. */
export interface Verified {
  readonly domain: string;
  /** Of the token that was seen. */
  readonly generation: number;
  /** What `authority` and `tier` were computed from. */
  readonly basis: ScoreBasis;
  readonly authority: number | null;
  readonly tier: Tier | null;
  readonly proof: Proof;
  readonly keyHash: string;
}

const proofLookTakenSchema = z.union([
  z.object({ lease: z.string() }),
  /** `next_in_s`: seconds until a new look may be made. */
  z.object({ look: proofLookSchema.nullable(), next_in_s: z.int() }),
]);
/** A lease to look, or the look that serves at the moment; null while another process makes it. */
export type ProofLookTaken = z.infer<typeof proofLookTakenSchema>;

const storedKeySchema = z.object({
  domain: z.string(),
  hash: z.string(),
  /** The verification has lapsed. */
  suspended: z.boolean(),
  /** It has not been used yet, so its answer may have been lost. */
  repeatable: z.boolean(),
});
export type StoredKey = z.infer<typeof storedKeySchema>;

export const webhookStateSchema = z.enum(['active', 'disabled']);
export const emailStateSchema = z.enum(['unconfirmed', 'confirmed', 'unsubscribed']);
export type EmailState = z.infer<typeof emailStateSchema>;

const channelsSchema = z.object({
  webhook_url: z.string().nullable(),
  webhook_secret: z.string().nullable(),
  webhook_state: webhookStateSchema.nullable(),
  notify_email: z.string().nullable(),
  email_state: emailStateSchema.nullable(),
  notify_changes: z.boolean(),
});
export type Channels = z.infer<typeof channelsSchema>;

const channelSchema = z.enum(['webhook', 'email']);
export type Channel = z.infer<typeof channelSchema>;
const deliveryStatusSchema = z.enum(['pending', 'delivered', 'dead', 'cancelled']);

const ownerStatsSchema = z.object({
  lookups: z.object({
    total: z.int(),
    last_24h: z.int(),
    last_7d: z.int(),
    last_30d: z.int(),
    /** The last 30 days, oldest first, days without lookups included. */
    daily: z.array(z.object({ date: z.string(), count: z.int() })),
  }),
  /** Oldest first, at most 365. */
  score_history: z.array(scorePointSchema),
  failure: failureSchema.nullable(),
  proof: proofSchema.nullable(),
  notifications: channelsSchema.extend({
    /** Newest first, at most 50. */
    recent: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        channel: channelSchema,
        created_at: instantSchema,
        status: deliveryStatusSchema,
        attempts: z.int(),
        last_error: z.string().nullable(),
      }),
    ),
  }),
});
export type OwnerStats = z.infer<typeof ownerStatsSchema>;

/** One message, leased to whoever sends it. */
const messageSchema = z.object({
  delivery: z.string(),
  lease: z.string(),
  /** Of the alert: the same over all tries and channels. */
  id: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  domain: z.string(),
  created_at: instantSchema,
  channel: channelSchema,
  /** Sends begun, this one included. */
  attempts: z.int(),
  /** Sends that are known to have failed. */
  failures: z.int(),
  /** URL or e-mail address. */
  address: z.string(),
  /** Of the webhook, sealed. */
  secret: z.string().nullable(),
});
export type Message = z.infer<typeof messageSchema>;

export interface DeliveryEnd {
  readonly delivery: string;
  readonly lease: string;
  readonly address: string;
  /** `gone`: the receiver wants no more, so the webhook is switched off. `postponed`: it was not sent, which is no failure. */
  readonly outcome: 'delivered' | 'retry' | 'postponed' | 'dead' | 'gone';
  readonly error: string | null;
  /** With `retry` and `postponed`. */
  readonly dueAt: string | null;
}

/** What the holder of a mailbox has decided, and when. */
export interface MailConsent {
  readonly domain: string;
  readonly email: string;
  /** Keyed hashes of the mailbox, the one to be stored first. */
  readonly mailboxes: readonly string[];
  readonly at: string;
}

/** The part of the store that belongs to owners. */
export interface OwnershipStore {
  /** What the next proof of a domain builds on, whether the domain is tracked or not. */
  getClaimStanding(domain: string): Promise<ClaimStanding>;
  /** Takes the look at the proofs of a domain for `leaseMs`, or finds what another process has seen. Holds across processes. */
  takeProofLook(domain: string, leaseMs: number): Promise<ProofLookTaken>;
  /** Shares a look for `keepMs`; with null, a lease ends without one. */
  finishProofLook(domain: string, lease: string, look: ProofLook | null, keepMs: number): Promise<void>;
  /** `used`: the generation has had its key. `changed`: the basis is another one by now, compute again. */
  verifyOwner(verified: Verified): Promise<'verified' | 'used' | 'changed'>;
  /** Reports whether the answer with this key may be given once more, and takes that from it. */
  repeatKey(hash: string): Promise<boolean>;
  findKey(hash: string): Promise<StoredKey | null>;
  /** The key was used: its answer was not lost. */
  endRepeat(hash: string): Promise<void>;
  /**
   * Changes the named members; `webhookSecret`, sealed, is taken when the webhook's address is new. `mailboxes`: keyed hashes of the
   * mailbox of `notify_email`; one that wants no mail is asked nothing.
   */
  updateProfile(
    domain: string,
    changes: ProfileChanges,
    webhookSecret: string,
    mailboxes?: readonly string[],
  ): Promise<PublicFacts | null>;
  getChannels(domain: string): Promise<Channels | null>;
  /**
   * What the holder of an address asks for with the link of a mail that was made at `at`. `allowed`: the domain has another
   * address by now, but this one may be asked again. `refused`: neither, or the holder has unsubscribed since.
   */
  confirmEmail(link: MailConsent): Promise<'confirmed' | 'allowed' | 'refused'>;
  /** The address gets no more mail about the domain, and is not asked by any other. */
  unsubscribeEmail(link: MailConsent): Promise<void>;
  getOwnerStats(domain: string): Promise<OwnerStats | null>;
  /** Takes the one recrawl that a domain has in so many seconds. Holds across processes. */
  takeRecrawl(domain: string, intervalS: number): Promise<{ readonly allowed: boolean; readonly retryAfterS: number }>;
  /** Messages of these channels that are due, leased for `leaseMs`. */
  leaseDeliveries(limit: number, leaseMs: number, channels: readonly Channel[]): Promise<readonly Message[]>;
  /** False when the lease has gone to another sender. */
  finishDelivery(end: DeliveryEnd): Promise<boolean>;
  /** A test event for every channel that may be used, leased to the caller. */
  openTest(domain: string, leaseMs: number): Promise<readonly Message[]>;
}

const verifiedRow = z.object({ result: z.enum(['verified', 'used', 'changed']) });
const recrawlRow = z.object({ allowed: z.boolean(), retry_after_s: z.int() });

/** `read` gives up sooner than `call`: somebody waits for it. */
export function createOwnershipStore(
  call: Call,
  read: Call,
  clock: Clock,
  indexSites: SearchWordStore['indexSites'],
): OwnershipStore {
  return {
    getClaimStanding: (domain) => read('get_claim_standing', { domain }, claimStandingSchema),
    verifyOwner: async ({ keyHash, ...verified }) => {
      // The client sends a call again whose answer was lost: the store knows it by this.
      const args = { ...verified, key_hash: keyHash, call: randomUUID(), ...clock() };
      return (await call('verify_owner', args, verifiedRow)).result;
    },
    takeProofLook: async (domain, leaseMs) => {
      const taken = await call(
        'take_proof_look',
        { domain, lease_ms: leaseMs, ...clock() },
        proofLookTakenSchema.nullable(),
      );
      return taken ?? { look: null, next_in_s: 0 };
    },
    finishProofLook: async (domain, lease, look, keepMs) => {
      await call('finish_proof_look', { domain, lease, look, keep_ms: keepMs, ...clock() }, z.boolean());
    },
    repeatKey: (hash) => call('repeat_key', { hash }, z.boolean()),
    findKey: (hash) => read('find_key', { hash }, storedKeySchema.nullable()),
    endRepeat: async (hash) => {
      await call('end_repeat', { hash }, z.boolean());
    },
    updateProfile: async (domain, changes, webhookSecret, mailboxes = []) => {
      const args = { domain, changes, webhook_secret: webhookSecret, mailboxes, ...clock() };
      const record = await call('update_profile', args, publicFactsSchema.nullable());
      if (record !== null && (changes.description !== undefined || changes.tags !== undefined))
        await indexSites([domain]);
      return record;
    },
    getChannels: (domain) => read('get_channels', { domain }, channelsSchema.nullable()),
    confirmEmail: (link) => call('confirm_email', { ...link }, z.enum(['confirmed', 'allowed', 'refused'])),
    unsubscribeEmail: async (link) => {
      await call('unsubscribe_email', { ...link }, z.boolean());
    },
    getOwnerStats: (domain) => read('get_owner_stats', { domain, ...clock() }, ownerStatsSchema.nullable()),
    takeRecrawl: async (domain, intervalS) => {
      const { allowed, retry_after_s } = await call(
        'take_recrawl',
        { domain, interval_s: intervalS, ...clock() },
        recrawlRow,
      );
      return { allowed, retryAfterS: retry_after_s };
    },
    leaseDeliveries: (limit, leaseMs, channels) =>
      call('lease_deliveries', { max_rows: limit, lease_ms: leaseMs, channels, ...clock() }, z.array(messageSchema)),
    finishDelivery: ({ dueAt, ...end }) => call('finish_delivery', { ...end, due_at: dueAt }, z.boolean()),
    openTest: (domain, leaseMs) => call('open_test', { domain, lease_ms: leaseMs, ...clock() }, z.array(messageSchema)),
  };
}
