import { DAY_S, HOUR_S, MINUTE_S } from '../directory/duration.ts';
import type { SlotRules } from '../directory/fair-share.ts';
import type { Quota } from '../store/store.ts';

export interface QuotaRules {
  /** Counted in the store for all processes, because each request of the group writes or visits a site. */
  readonly shared: boolean;
  readonly policies: readonly Quota[];
}

/** A read of a larger file costs as many reads as the file has of these bytes: the work grows with them. */
export const BYTES_PER_READ = 64 * 1024;

/** Quotas of each client: an IPv4 address or an IPv6 /64. A request takes from every policy of its group. */
export const QUOTAS = {
  read: { shared: false, policies: [{ name: 'read', quota: 300, windowS: MINUTE_S }] },
  /** Pages and files that were built ahead. A page takes about ten of them, a search in the browser about thirty. */
  file: { shared: false, policies: [{ name: 'file', quota: 3_000, windowS: MINUTE_S }] },
  register: {
    shared: true,
    policies: [
      { name: 'register', quota: 10, windowS: MINUTE_S },
      { name: 'register-day', quota: 100, windowS: DAY_S },
    ],
  },
  verify: { shared: true, policies: [{ name: 'verify', quota: 10, windowS: MINUTE_S }] },
  /** Check and generate together, because both make this service visit another site. */
  fetch: { shared: true, policies: [{ name: 'fetch', quota: 10, windowS: MINUTE_S }] },
} as const satisfies Readonly<Record<string, QuotaRules>>;

export type QuotaGroup = keyof typeof QUOTAS;

/** New domains from one network: an IPv4 /24 or IPv6 /48, which one customer of a provider fills with clients. */
export const REGISTRATIONS_OF_NETWORK: Quota = { name: 'register-network', quota: 1_000, windowS: DAY_S };
/** New names below one paid domain, shared by all networks. More are generated names, not sites that somebody keeps. */
export const REGISTRATIONS_BELOW: Quota = { name: 'register-below', quota: 50, windowS: DAY_S };
/** New domains of the whole service, shared by all networks. The number is a setting. */
export const REGISTRATIONS: Omit<Quota, 'quota'> = { name: 'register-all', windowS: DAY_S };

/**
 * Bytes of packed texts that are kept of the sites that one network has registered and nobody has verified: those of thousands of
 * usual sites, or of sixty of the largest.
 */
export const HELD_BYTES_OF_NETWORK = 64 * 1024 * 1024;

/** Tries to verify one domain from one network: enough for an owner who waits for a deployment. */
export const VERIFICATIONS: Quota = { name: 'verify-domain', quota: 30, windowS: HOUR_S };

/** Between two recrawls of a domain that owners ask for, in seconds: a visit costs the site about ten requests. */
export const RECRAWL_INTERVAL_S = 10 * MINUTE_S;

/** Mails that ask for a confirmation, for each registrable domain: an owner may type the addresses of strangers. */
export const CONFIRMATIONS: Quota = { name: 'confirmation-mail', quota: 5, windowS: DAY_S };
/** Such mails below one paid domain, shared by all networks: free subdomains are many owners, and one person may have many. */
export const CONFIRMATIONS_BELOW: Quota = { name: 'confirmation-below', quota: 50, windowS: DAY_S };
/** Such mails to one mailbox, from any domain. */
export const CONFIRMATIONS_OF_MAILBOX: Quota = { name: 'confirmation-mailbox', quota: 3, windowS: DAY_S };

/** Watches of one network: of a domain, and in all. */
export const WATCHES_OF_DOMAIN = 5;
export const WATCHES_OF_NETWORK = 50;
/** Days after which a watch ends unless it is renewed: receivers are forgotten, and deliveries cost both sides. */
export const WATCH_DAYS = 90;
/** Challenges of one network, and those to one receiver's registrable domain: each makes this service post to a stranger. */
export const CHALLENGES_OF_NETWORK: Quota = { name: 'watch-network', quota: 200, windowS: DAY_S };
export const CHALLENGES_OF_RECEIVER: Quota = { name: 'watch-receiver', quota: 200, windowS: HOUR_S };

/** Test events of one registrable domain: each makes this service post to an address that the owner chose. */
export const TEST_EVENTS: Quota = { name: 'notify-test', quota: 20, windowS: HOUR_S };
/** Test events below one paid domain, shared by all networks. */
export const TEST_EVENTS_BELOW: Quota = { name: 'notify-test-below', quota: 200, windowS: HOUR_S };

/**
 * Checks and drafts of one process, together. Each may hold a few MiB. The longest takes 40 s, so five turns: at most 80 are under
 * way at once, and a network that has used nothing waits 56 s if a hundred such networks ask before it.
 */
export const VISIT_SLOTS: SlotRules = { slots: 16, perNetwork: 2, turnMs: 8_000, maxWaitMs: 30_000 };

/** First visits of one process. The visit of a site that answers slowly takes two minutes, so four turns: at most 64 at once. */
export const FIRST_VISIT_SLOTS: SlotRules = { slots: 16, perNetwork: 4, turnMs: 30_000 };

/**
 * Looks at proofs of one process. A look at a site that answers slowly takes half a minute. A network that has used nothing waits
 * 6 s if a hundred such networks ask before it.
 */
export const LOOK_SLOTS: SlotRules = { slots: 32, perNetwork: 2, turnMs: 2_000, maxWaitMs: 20_000 };
