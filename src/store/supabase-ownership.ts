import { z } from 'zod';
import type { OwnershipStore } from './ownership.ts';
import {
  channelsRow,
  claimStandingRow,
  factsRow,
  keyRow,
  messageRow,
  ownerStatsRow,
  recrawlRow,
  verifiedRow,
} from './rows.ts';

/** One rpc: its answer parsed, its failure a `StoreError`. */
export type Call = <Row extends z.ZodType>(name: string, args: object, row: Row) => Promise<z.output<Row>>;

/** `read` gives up sooner: somebody waits for it. */
export function createOwnershipStore(call: Call, read: Call, at: () => string | null): OwnershipStore {
  return {
    getClaimStanding: (domain) => read('get_claim_standing', { domain }, claimStandingRow.nullable()),
    verifyOwner: async ({ domain, generation, was, authority, tier, proof, keyHash }) => {
      const verified = { domain, generation, was, authority, tier, proof, key_hash: keyHash, at: at() };
      return (await call('verify_owner', verified, verifiedRow)).result;
    },
    findKey: (hash) => read('find_key', { hash }, keyRow.nullable()),
    updateProfile: (domain, changes, webhookSecret) =>
      call('update_profile', { domain, changes, webhook_secret: webhookSecret, at: at() }, factsRow.nullable()),
    getChannels: (domain) => read('get_channels', { domain }, channelsRow.nullable()),
    setEmailState: (domain, email, from, to) =>
      call('set_email_state', { domain, email, old_states: from, new_state: to }, z.boolean()),
    getOwnerStats: (domain) => read('get_owner_stats', { domain, at: at() }, ownerStatsRow.nullable()),
    takeRecrawl: async (domain) => {
      const { allowed, retry_after_s } = await call('take_recrawl', { domain, at: at() }, recrawlRow);
      return { allowed, retryAfterS: retry_after_s };
    },
    claimDeliveries: (limit, leaseMs, channels) =>
      call('claim_deliveries', { max_rows: limit, lease_ms: leaseMs, channels, at: at() }, z.array(messageRow)),
    finishDelivery: ({ delivery, lease, address, outcome, error, dueAt }) =>
      call('finish_delivery', { delivery, lease, outcome, error, due_at: dueAt, address }, z.boolean()),
    openTest: (domain, leaseMs) => call('open_test', { domain, lease_ms: leaseMs, at: at() }, z.array(messageRow)),
  };
}
