import type { SharedLook } from '../../src/operations/ownership/verify-site.ts';
import type { ProofLook } from '../../src/ownership/proof-look.ts';
import type { ProofSite } from '../../src/ownership/proof-places.ts';
import type { FairSlots } from '../../src/runtime/fair-slots.ts';
import type { Store } from '../../src/store/store.ts';
import { refuseFullSlots } from './refuse-full-slots.ts';

/** Time for which all callers share a look, which spares the site. */
const KEEP_MS = 10_000;
/** Lease of a look. Most looks are shorter. Afterwards, or after its process died, another process looks too. */
const LEASE_MS = 15_000;
const SECOND_MS = 1_000;
/** Interval of polling another process's look. */
const POLL_MS = 300;

export interface ProofLookTools {
  readonly store: Pick<Store, 'takeProofLook' | 'finishProofLook'>;
  readonly look: (site: ProofSite, network: string) => Promise<ProofLook>;
  readonly slots: FairSlots;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Shares looks at proofs: within this process by promise, and between processes by the store. A look needs a slot.
 * Each network has its own place in the line, so strangers cannot delay the owner of a domain. Rejects with
 * `DirectoryError` service.busy if no slot comes free in time, and rate.limited if the network has too many looks.
 */
export function createProofLooks({ store, look, slots, sleep }: ProofLookTools) {
  const underWay = new Map<string, Promise<SharedLook>>();
  const places = new Map<string, Promise<SharedLook>>();

  return async (site: ProofSite, network: string): Promise<SharedLook> => {
    const place = `${network} ${site.domain}`;
    return await (underWay.get(site.domain) ?? joinOrAdd(places, place, () => lookInSlot(site, network)));
  };

  async function lookInSlot(site: ProofSite, network: string): Promise<SharedLook> {
    const release = await slots.take(network).catch(refuseFullSlots('tries to verify'));
    try {
      return await joinOrAdd(underWay, site.domain, () => share(site, network));
    } finally {
      release();
    }
  }

  async function share(site: ProofSite, network: string): Promise<SharedLook> {
    for (;;) {
      const taken = await store.takeProofLook(site.domain, LEASE_MS);
      if ('lease' in taken) {
        return { look: await lookAs(taken.lease, site, network), isEarlier: false, nextInS: KEEP_MS / SECOND_MS };
      }
      if (taken.look) return { look: taken.look, isEarlier: true, nextInS: taken.next_in_s };
      await sleep(POLL_MS);
    }
  }

  async function lookAs(lease: string, site: ProofSite, network: string): Promise<ProofLook> {
    let result: ProofLook | null = null;
    try {
      result = await look(site, network);
      return result;
    } finally {
      await store.finishProofLook(site.domain, lease, result, KEEP_MS);
    }
  }
}

/** Returns the running work with this key, or starts a new work. */
async function joinOrAdd<Result>(
  underWay: Map<string, Promise<Result>>,
  key: string,
  begin: () => Promise<Result>,
): Promise<Result> {
  const joined = underWay.get(key) ?? begin().finally(() => underWay.delete(key));
  underWay.set(key, joined);
  return await joined;
}
