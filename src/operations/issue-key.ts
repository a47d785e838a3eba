import { MINUTE_MS } from '../directory/duration.ts';
import type { ProofMethod } from '../directory/proof-methods.ts';
import { authorityOf } from '../directory/scoring/authority.ts';
import { tierOf } from '../directory/scoring/tier.ts';
import { tokenFor } from '../ownership/claim.ts';
import { hashOwnerKey, isHashOfKey, ownerKeyOf } from '../ownership/owner-key.ts';
import { newProof } from '../ownership/proof.ts';
import type { ServerSecrets } from '../ownership/server-secrets.ts';
import type { UsesStore } from './uses-store.ts';

/** Visits and edits that come in between; each costs one more round. */
const MAX_ROUNDS = 5;
/** Long enough to ask again after an answer that did not come, short enough that a claim found in a log gives no key. */
const REPEAT_MS = 2 * MINUTE_MS;

/** A proof that was seen. */
export interface SeenProof {
  readonly domain: string;
  readonly claim: string;
  readonly generation: number;
  readonly via: ProofMethod;
}

interface IssueNeeds extends UsesStore<'getClaimStanding' | 'verifyOwner' | 'track'> {
  readonly serverSecrets: ServerSecrets;
  /** Called once for a domain that has just been queued, so that a running crawl need not wait for its next look. */
  queued(domain: string, network: string): void;
}

/**
 * Turns a proof into the owner key of its domain, which it adds to the directory if it is not there. Returns null if another request
 * has done so before: each generation of tokens gives one key.
 * @param registrant keyed hash of the network that is named as the one that added the domain
 */
export async function issueKey(
  { domain, claim, generation, via }: SeenProof,
  registrant: string,
  { store, serverSecrets, queued }: IssueNeeds,
): Promise<string | null> {
  const key = ownerKeyOf(serverSecrets[0], domain, claim, generation);
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
    const authority = basis.authority === null ? null : authorityOf(basis.components, true);
    const tier = tierOf({ ...basis, authority, verified: true });
    const result = await store.verifyOwner({ domain, generation, basis, authority, tier, ...issued });
    if (result !== 'changed') return result === 'verified' ? key : null;
  }
  throw new Error(`${domain} changes faster than it can be verified`);
}

/** The key that a claim has just been given, and how. Its answer may have been lost on the way. */
export interface LostKey {
  readonly key: string;
  readonly token: string;
  readonly via: ProofMethod;
  /** Takes the one repeat that the key has. Returns whether there was one. */
  take(): Promise<boolean>;
}

/** Finds the key that the holder of a claim got within two minutes; null if there is none, or it is another claim's. */
export async function findLostKey(
  domain: string,
  claim: string,
  {
    store,
    serverSecrets,
    now,
  }: UsesStore<'getClaimStanding' | 'repeatKey'> & {
    readonly serverSecrets: ServerSecrets;
    readonly now: () => number;
  },
): Promise<LostKey | null> {
  const { generation, issued } = await store.getClaimStanding(domain);
  if (!issued || now() - Date.parse(issued.at) >= REPEAT_MS) return null;
  const keys = serverSecrets.map((secret) => ownerKeyOf(secret, domain, claim, generation - 1));
  const key = keys.find((each) => isHashOfKey(serverSecrets, each, issued.key_hash));
  if (key === undefined) return null;
  const token = tokenFor(domain, claim, generation - 1);
  return { key, token, via: issued.method, take: () => store.repeatKey(issued.key_hash) };
}
