import { MINUTE_MS } from '../../directory/duration.ts';
import type { ProofMethod } from '../../directory/proof-methods.ts';
import { computeAuthority } from '../../directory/scoring/authority.ts';
import { computeTier } from '../../directory/scoring/tier.ts';
import { tokenFor } from '../../ownership/claim.ts';
import { computeOwnerKey, hashOwnerKey, isHashOfKey } from '../../ownership/owner-key.ts';
import { newProof } from '../../ownership/proof.ts';
import type { ServerSecrets } from '../../ownership/server-secrets.ts';
import type { ReportsQueued } from '../service-hooks.ts';
import type { UsesStore } from '../uses-store.ts';

/** Most attempts. A concurrent visit or edit costs one. */
const MAX_ROUNDS = 5;
/** Time in which a lost answer can be repeated. The time is short, so that a claim from a log gives no key. */
const REPEAT_MS = 2 * MINUTE_MS;

export interface SeenProof {
  readonly domain: string;
  readonly claim: string;
  readonly generation: number;
  readonly via: ProofMethod;
}

interface IssueDeps extends UsesStore<'getClaimStanding' | 'verifyOwner' | 'track'>, ReportsQueued {
  readonly serverSecrets: ServerSecrets;
}

/**
 * Issues the owner key of a proof. Adds the domain to the directory if it is new. Returns null if another request was
 * first, because each generation of tokens gives one key.
 * @param registrant keyed hash of the network that added the domain
 */
export async function issueKey(
  { domain, claim, generation, via }: SeenProof,
  registrant: string,
  { store, serverSecrets, queued }: IssueDeps,
): Promise<string | null> {
  const key = computeOwnerKey(serverSecrets[0], domain, claim, generation);
  const issued = {
    proof: newProof(via, tokenFor(domain, claim, generation)),
    keyHash: hashOwnerKey(serverSecrets[0], key),
  };
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) {
    const { basis } = await store.getClaimStanding(domain);
    if (basis === null) {
      const { added } = await store.track([domain], registrant);
      if (added > 0) queued(domain, registrant);
      continue;
    }
    const authority = basis.authority === null ? null : computeAuthority(basis.components, true);
    const tier = computeTier({ ...basis, authority, verified: true });
    const result = await store.verifyOwner({ domain, generation, basis, authority, tier, ...issued });
    if (result !== 'changed') return result === 'verified' ? key : null;
  }
  throw new Error(`${domain} changes too fast to be verified`);
}

interface LostKeyDeps extends UsesStore<'getClaimStanding' | 'repeatKey'> {
  readonly serverSecrets: ServerSecrets;
  readonly now: () => number;
}

/** Finds the key that a claim got within two minutes, whose answer may be lost. Returns null without such a key. */
export async function findLostKey(domain: string, claim: string, { store, serverSecrets, now }: LostKeyDeps) {
  const { generation, issued } = await store.getClaimStanding(domain);
  if (!issued || now() - Date.parse(issued.at) >= REPEAT_MS) return null;
  const keys = serverSecrets.map((secret) => computeOwnerKey(secret, domain, claim, generation - 1));
  const key = keys.find((each) => isHashOfKey(serverSecrets, each, issued.key_hash));
  if (key === undefined) return null;
  return {
    key,
    token: tokenFor(domain, claim, generation - 1),
    via: issued.method,
    /** Uses the only repeat of the key. Returns false if the repeat was used before. */
    take: () => store.repeatKey(issued.key_hash),
  };
}
