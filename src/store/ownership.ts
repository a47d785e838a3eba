import type { ProfileChanges } from '../directory/profile.ts';
import type { PublicFacts } from '../directory/record.ts';
import type { DomainState, Failure, Proof, Tier } from '../directory/state.ts';
import type { ScorePoint } from '../directory/visit.ts';

/** What authority and tier follow from, together with the authority itself. */
export type ScoreBasis = Pick<DomainState, 'status' | 'rejection' | 'verified' | 'authority' | 'components'>;

export interface ClaimStanding {
  /** Keys ever issued for the domain: tokens of an earlier generation are used up. */
  readonly generation: number;
  readonly basis: ScoreBasis;
}

/** A proof that was seen, to be turned into a key. */
export interface Verified {
  readonly domain: string;
  /** Of the token that was seen. */
  readonly generation: number;
  /** What `authority` and `tier` were computed from. */
  readonly was: ScoreBasis;
  readonly authority: number | null;
  readonly tier: Tier | null;
  readonly proof: Proof;
  readonly keyHash: string;
}

export interface StoredKey {
  readonly domain: string;
  readonly hash: string;
  /** The verification has lapsed. */
  readonly suspended: boolean;
}

export type WebhookState = 'active' | 'disabled';
export type EmailState = 'unconfirmed' | 'confirmed' | 'unsubscribed';

export interface Channels {
  readonly webhook_url: string | null;
  readonly webhook_secret: string | null;
  readonly webhook_state: WebhookState | null;
  readonly notify_email: string | null;
  readonly email_state: EmailState | null;
}

export type Channel = 'webhook' | 'email';
export type DeliveryStatus = 'pending' | 'delivered' | 'dead' | 'cancelled';

export interface OwnerStats {
  readonly lookups: {
    readonly total: number;
    readonly last_24h: number;
    readonly last_7d: number;
    readonly last_30d: number;
    /** The last 30 days, oldest first, days without lookups included. */
    readonly daily: readonly { readonly date: string; readonly count: number }[];
  };
  /** Oldest first, at most 365. */
  readonly score_history: readonly ScorePoint[];
  readonly failure: Failure | null;
  readonly proof: Proof | null;
  readonly notifications: Channels & {
    /** Newest first, at most 50. */
    readonly recent: readonly {
      readonly id: string;
      readonly type: string;
      readonly channel: Channel;
      readonly created_at: string;
      readonly status: DeliveryStatus;
      readonly attempts: number;
      readonly last_error: string | null;
    }[];
  };
}

/** One message, leased to whoever sends it. */
export interface Message {
  readonly delivery: string;
  readonly lease: string;
  /** Of the alert: the same over all tries and channels. */
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly domain: string;
  readonly created_at: string;
  readonly channel: Channel;
  /** Sends begun, this one included. */
  readonly attempts: number;
  /** Sends that are known to have failed. */
  readonly failures: number;
  /** URL or e-mail address. */
  readonly address: string;
  /** Of the webhook. */
  readonly secret: string | null;
}

export interface DeliveryEnd {
  readonly delivery: string;
  readonly lease: string;
  readonly address: string;
  /** `gone`: the receiver wants no more, so the webhook is switched off. */
  readonly outcome: 'delivered' | 'retry' | 'dead' | 'gone';
  readonly error: string | null;
  /** With `retry`. */
  readonly dueAt: string | null;
}

/** The part of the store that belongs to owners. */
export interface OwnershipStore {
  /** Null when the domain is not tracked. */
  getClaimStanding(domain: string): Promise<ClaimStanding | null>;
  /** `used`: the generation has had its key. `changed`: the basis is another one by now, compute again. */
  verifyOwner(verified: Verified): Promise<'verified' | 'used' | 'changed'>;
  findKey(hash: string): Promise<StoredKey | null>;
  /** Changes the named members; `webhookSecret` is taken when the webhook's address is new. */
  updateProfile(domain: string, changes: ProfileChanges, webhookSecret: string): Promise<PublicFacts | null>;
  getChannels(domain: string): Promise<Channels | null>;
  /** False when the address or its state is another one by now. */
  setEmailState(domain: string, email: string, from: readonly EmailState[], to: EmailState): Promise<boolean>;
  getOwnerStats(domain: string): Promise<OwnerStats | null>;
  /** Takes the one recrawl that a domain has in ten minutes. Holds across processes. */
  takeRecrawl(domain: string): Promise<{ readonly allowed: boolean; readonly retryAfterS: number }>;
  /** Messages of these channels that are due, leased for `leaseMs`. */
  claimDeliveries(limit: number, leaseMs: number, channels: readonly Channel[]): Promise<readonly Message[]>;
  /** False when the lease has gone to another sender. */
  finishDelivery(end: DeliveryEnd): Promise<boolean>;
  /** A test event for every channel that may be used, leased to the caller. */
  openTest(domain: string, leaseMs: number): Promise<readonly Message[]>;
}
