import { z } from 'zod';
import type { PublicFacts } from '../directory/state.ts';
import type { Call, Clock } from './client.ts';

/** Owner of a demonstration or import, verified without a visit. */
export interface SeededOwner extends Pick<PublicFacts, 'domain' | 'description' | 'contact'> {
  readonly verified_at: string;
  readonly tags: readonly string[];
  readonly nested_llms_txt: readonly string[];
}

/** Rank and registration data of a domain. */
export type SeededData = Pick<PublicFacts, 'domain' | 'rank' | 'registered_at'>;

/** Most names per tracking call, about 1 s on the slowest measured database. */
const TRACKED_PER_CALL = 2_000;

const trackedSchema = z.object({ added: z.int(), known: z.int() });

/**
 * Creates the store.
 * @param indexSites creates the search words of sites
 */
export function createTrackingStore(
  call: Call,
  clock: Clock,
  indexSites: (domains: readonly string[]) => Promise<void>,
) {
  return {
    /**
     * Tracks domains.
     * @param network keyed hash of the registering network. Absent for an import
     */
    track: async (domains: readonly string[], network?: string) => {
      let added = 0;
      let alreadyTracked = 0;
      const names = [...new Set(domains)];
      for (let from = 0; from < names.length; from += TRACKED_PER_CALL) {
        const part = names.slice(from, from + TRACKED_PER_CALL);
        const args = { domains: part, ...(network && { network }), ...clock() };
        const counted = await call('track_domains', args, trackedSchema);
        added += counted.added;
        alreadyTracked += counted.known;
      }
      return { added, known: alreadyTracked };
    },
    /** Verifies domains without a visit, and tracks new domains. */
    setOwners: async (owners: readonly SeededOwner[]) => {
      await call('set_owners', { owners, ...clock() }, z.int());
      await indexSites(owners.map(({ domain }) => domain));
    },
    /** Stores rank and registration data. Ignores untracked domains. */
    setFacts: async (facts: readonly SeededData[]) => {
      await call('set_facts', { facts, ...clock() }, z.int());
    },
  };
}
