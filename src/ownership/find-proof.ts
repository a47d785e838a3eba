import { PROOF_METHODS, type ProofMethod } from '../directory/proof-methods.ts';
import type { Proof } from '../directory/state.ts';
import type { ProofRecheck } from '../directory/visit.ts';
import type { ProofQuestion, ProofReport, ProofTools } from './methods/method.ts';
import { METHODS } from './methods/methods.ts';
import { isSameHash } from './owner-key.ts';
import { hashToken } from './proof.ts';

export interface FindProofTools extends ProofTools {
  /** Of this service, without a trailing slash. */
  readonly baseUrl: string;
}

/** Looks for a token by all methods at once; the reports stand in the order of the methods. */
export async function findProof(domain: string, token: string, tools: FindProofTools): Promise<readonly ProofReport[]> {
  const question = { domain, baseUrl: tools.baseUrl, isToken: (text: string) => text === token, shownToken: token };
  return await findBy(PROOF_METHODS, question, tools);
}

/**
 * Looks again for the proof that verified a domain: where it was seen last, and only if it is not there in the other places.
 * Where it is found nowhere, the place of last time decides whether it is gone or could not be seen.
 */
export async function recheckProof(domain: string, proof: Proof, tools: FindProofTools): Promise<ProofRecheck> {
  const isToken = (text: string) => isSameHash(hashToken(text), proof.token_hash);
  const question = { domain, baseUrl: tools.baseUrl, anyBase: true, isToken, shownToken: '…' } as const;
  const [last] = await findBy([proof.method], question, tools);
  const others = PROOF_METHODS.filter((method) => method !== proof.method);
  const reports = last?.outcome === 'present' ? [last] : await findBy(others, question, tools);
  const found = reports.find(({ outcome }) => outcome === 'present');
  if (found) return { method: found.method, outcome: 'present' };
  return { method: proof.method, outcome: last?.outcome ?? 'inconclusive' };
}

async function findBy(methods: readonly ProofMethod[], question: ProofQuestion, tools: ProofTools) {
  return await Promise.all(methods.map((method) => METHODS[method].find(question, tools)));
}
