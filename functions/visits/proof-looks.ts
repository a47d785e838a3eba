import type { SharedLook } from '../../src/operations/verify-site.ts';
import type { ProofLook } from '../../src/ownership/proof-look.ts';
import type { ProofSite } from '../../src/ownership/proof-places.ts';
import type { Store } from '../../src/store/store.ts';

/** For so long one look serves everybody who asks, so that a site is spared however many people ask. */
const KEEP_MS = 10_000;
/** Most looks take less. After a longer one, or one whose process has died, another process looks as well. */
const LEASE_MS = 15_000;
const SECOND_MS = 1_000;
/** How often a process asks whether another one's look has ended. */
const POLL_MS = 300;

export interface ProofLookTools {
  readonly store: Pick<Store, 'takeProofLook' | 'finishProofLook'>;
  readonly look: (site: ProofSite) => Promise<ProofLook>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Shares the looks at the proofs of sites among all who ask: in this process by their promise, among processes by the store. */
export function createProofLooks({ store, look, sleep }: ProofLookTools): (site: ProofSite) => Promise<SharedLook> {
  const underWay = new Map<string, Promise<SharedLook>>();

  return async (site) => {
    const { domain } = site;
    const joined = underWay.get(domain);
    if (joined) return await joined;
    const shared = share(site).finally(() => underWay.delete(domain));
    underWay.set(domain, shared);
    return await shared;
  };

  async function share(site: ProofSite): Promise<SharedLook> {
    for (;;) {
      const taken = await store.takeProofLook(site.domain, LEASE_MS);
      if ('lease' in taken) {
        return { look: await lookAs(taken.lease, site), isEarlier: false, nextInS: KEEP_MS / SECOND_MS };
      }
      if (taken.look) return { look: taken.look, isEarlier: true, nextInS: taken.next_in_s };
      await sleep(POLL_MS);
    }
  }

  async function lookAs(lease: string, site: ProofSite): Promise<ProofLook> {
    let seen: ProofLook | null = null;
    try {
      seen = await look(site);
      return seen;
    } finally {
      await store.finishProofLook(site.domain, lease, seen, KEEP_MS);
    }
  }
}
