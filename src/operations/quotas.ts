import { DAY_S, HOUR_S, MINUTE_S } from '../directory/duration.ts';
import type { SlotRules } from '../directory/fair-share.ts';
import type { Quota } from '../store/store.ts';

export interface QuotaRules {
  /** True if the store counts for all processes, because these requests write or visit a site. */
  readonly shared: boolean;
  readonly policies: readonly Quota[];
}

/** Bytes per counted read. A read of a larger file counts several times, because its work grows. */
const BYTES_PER_READ = 64 * 1024;
/** Records per counted read, and on the largest list page. */
export const RECORDS_PER_READ = 100;
/** Resolved URLs or packages per counted read. */
export const RESOLUTIONS_PER_READ = 20;

/** Returns the number of reads that a read of this size costs. */
export const computeReads = (bytes: number): number => Math.ceil(bytes / BYTES_PER_READ);

/** Quotas per client: an IPv4 address or an IPv6 /64. A request counts against every policy of its group. */
export const QUOTAS = {
  read: { shared: false, policies: [{ name: 'read', quota: 300, windowS: MINUTE_S }] },
  /** Built pages and files. A page needs about ten, and a search in the browser about thirty. */
  file: { shared: false, policies: [{ name: 'file', quota: 3_000, windowS: MINUTE_S }] },
  register: {
    shared: true,
    policies: [
      { name: 'register', quota: 10, windowS: MINUTE_S },
      { name: 'register-day', quota: 100, windowS: DAY_S },
    ],
  },
  verify: { shared: true, policies: [{ name: 'verify', quota: 10, windowS: MINUTE_S }] },
  /** Checks and drafts, because both visit another site. */
  fetch: { shared: true, policies: [{ name: 'fetch', quota: 10, windowS: MINUTE_S }] },
} as const satisfies Readonly<Record<string, QuotaRules>>;

export type QuotaGroup = keyof typeof QUOTAS;

/** New domains per network (IPv4 /24 or IPv6 /48). Clients are not counted separately, because one customer can use many. */
export const REGISTRATIONS_OF_NETWORK: Quota = { name: 'register-network', quota: 1_000, windowS: DAY_S };
/** New domains below one paid domain, for all networks together. More would be generated names instead of maintained sites. */
export const REGISTRATIONS_BELOW: Quota = { name: 'register-below', quota: 50, windowS: DAY_S };
/** New domains of the service, for all networks together. A setting defines the number. */
export const REGISTRATIONS: Omit<Quota, 'quota'> = { name: 'register-all', windowS: DAY_S };

/**
 * Most bytes of packed texts of unverified sites that one network registered. Thousands of usual sites fit, or sixty
 * of the largest.
 */
export const HELD_BYTES_OF_NETWORK = 64 * 1024 * 1024;

/** Attempts to verify a domain from one network. The number suffices for an owner who waits for a deployment. */
export const VERIFICATIONS: Quota = { name: 'verify-domain', quota: 30, windowS: HOUR_S };

/** Least time between recrawls of a domain, in s. A visit costs the site about ten requests. */
export const RECRAWL_INTERVAL_S = 10 * MINUTE_S;

/** Confirmation emails per registrable domain. The number is limited, because an owner may enter foreign addresses. */
export const CONFIRMATIONS: Quota = { name: 'confirmation-mail', quota: 5, windowS: DAY_S };
/**
 * Confirmation emails below one paid domain, for all networks together. Free subdomains may have many owners, or one.
 */
export const CONFIRMATIONS_BELOW: Quota = { name: 'confirmation-below', quota: 50, windowS: DAY_S };
/** Confirmation emails to one mailbox, from all domains. */
export const CONFIRMATIONS_OF_MAILBOX: Quota = { name: 'confirmation-mailbox', quota: 3, windowS: DAY_S };

/** Most watches of one network for one domain, and for all domains. */
export const WATCHES_OF_DOMAIN = 5;
export const WATCHES_OF_NETWORK = 50;
/** Days until a watch ends without renewal, because people forget receivers. */
export const WATCH_DAYS = 90;
/**
 * Challenges of one network, and challenges to one registrable domain. The number is limited, because a challenge posts
 * to a URL of a stranger's choice.
 */
export const CHALLENGES_OF_NETWORK: Quota = { name: 'watch-network', quota: 200, windowS: DAY_S };
export const CHALLENGES_OF_RECEIVER: Quota = { name: 'watch-receiver', quota: 200, windowS: HOUR_S };

/** Reads of one registry by all processes together. */
export const REGISTRY_PACE: Quota = { name: 'registry-pace', quota: 1, windowS: 1 };
/** Package reads for one network, enough for two of the largest repositories. */
export const REGISTRY_READS_OF_NETWORK: Quota = { name: 'registry-network', quota: 2_000, windowS: DAY_S };
/** Packages read for all networks together. The stored answers need about 10 MB. */
export const REGISTRY_READS: Quota = { name: 'registry-all', quota: 20_000, windowS: DAY_S };

/** Turns of networks at one registry in one process. A read takes about a second. */
export const REGISTRY_SLOTS: SlotRules = { slots: 1, perNetwork: 1, turnMs: 5_000 };

/** Test events per registrable domain. The number is limited, because the owner chooses the URL of the post. */
export const TEST_EVENTS: Quota = { name: 'notify-test', quota: 20, windowS: HOUR_S };
/** Test events below one paid domain, for all networks together. */
export const TEST_EVENTS_BELOW: Quota = { name: 'notify-test-below', quota: 200, windowS: HOUR_S };

/**
 * Slots of checks and drafts in one process. A slot may use a few MiB. The longest takes 40 s, or five turns, so at
 * most 80 run at once. An unused network waits 56 s after a hundred other unused networks.
 */
export const VISIT_SLOTS: SlotRules = { slots: 16, perNetwork: 2, turnMs: 8_000, maxWaitMs: 30_000 };

/**
 * Slots of first visits in one process. A visit to a slow site takes two minutes, or four turns, so at most 64 run at
 * once.
 */
export const FIRST_VISIT_SLOTS: SlotRules = { slots: 16, perNetwork: 4, turnMs: 30_000 };

/**
 * Slots of proof looks in one process. A look at a slow site takes half a minute. An unused network waits 6 s after a hundred
 * other unused networks.
 */
export const LOOK_SLOTS: SlotRules = { slots: 32, perNetwork: 2, turnMs: 2_000, maxWaitMs: 20_000 };
