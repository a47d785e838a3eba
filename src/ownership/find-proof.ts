import { PROOF_METHODS, type ProofMethod } from '../directory/proof-methods.ts';
import type { Proof } from '../directory/state.ts';
import type { ProofRecheck } from '../directory/visit.ts';
import type { ProofQuery, ProofTools, ProofToPublish, Service } from './methods/method.ts';
import { METHODS } from './methods/methods.ts';
import { hashToken } from './proof.ts';
import { findToken, isProvedIn, type PlaceLook, type ProofLook, type Sighting } from './proof-look.ts';
import type { ProofSite } from './proof-places.ts';

export interface ProofReport extends Sighting {
  readonly method: ProofMethod;
  readonly looked_for: string;
}

/** Reads the tokens that all methods show. The result does not depend on a claim, so one look serves all callers. */
export async function lookForProofs(site: ProofSite, service: Service, tools: ProofTools): Promise<ProofLook> {
  const question = { site, service };
  const [llms_txt, dns, meta, well_known] = await Promise.all([
    lookBy('llms_txt', question, tools),
    lookBy('dns', question, tools),
    lookBy('meta', question, tools),
    lookBy('well_known', question, tools),
  ]);
  return { llms_txt, dns, meta, well_known };
}

/**
 * Reports the state of one proof in a look, in the order of the methods.
 * @param usedToken earlier token of the claim
 */
export function reportProof(look: ProofLook, proof: ProofToPublish, usedToken: string | null): readonly ProofReport[] {
  const usedHash = usedToken === null ? undefined : hashToken(usedToken);
  return PROOF_METHODS.map((method) => {
    const { outcome, where, seen } = findToken(look[method], hashToken(proof.token), usedHash);
    return { method, outcome, looked_for: METHODS[method].lookedFor(proof), where, seen };
  });
}

/**
 * Checks the proof of a verified domain again. Tries the last successful method first. If no method shows the proof, the last
 * successful method decides whether the proof is gone or was not seen.
 */
export async function recheckProof(
  site: ProofSite,
  proof: Proof,
  service: Service,
  tools: ProofTools,
): Promise<ProofRecheck> {
  const isEnough = (place: PlaceLook) => isProvedIn(place, proof.token_hash);
  const recheck = async (method: ProofMethod) => {
    const places = await lookBy(method, { site, service, isEnough }, tools);
    return { method, outcome: findToken(places, proof.token_hash).outcome };
  };
  const last = await recheck(proof.method);
  if (last.outcome === 'present') return last;
  const others = await Promise.all(PROOF_METHODS.filter((method) => method !== proof.method).map(recheck));
  return others.find(({ outcome }) => outcome === 'present') ?? last;
}

async function lookBy(method: ProofMethod, question: ProofQuery, tools: ProofTools): Promise<PlaceLook[]> {
  return [...(await METHODS[method].look(question, tools))];
}
