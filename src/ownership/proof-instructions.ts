import { PROOF_METHODS, type ProofMethod } from '../directory/proof-methods.ts';
import type { MethodInstructions, ProofToPublish } from './methods/method.ts';
import { METHODS } from './methods/methods.ts';

export interface ProofInstructions extends MethodInstructions {
  readonly method: ProofMethod;
}

/** Returns the ways to publish a proof, the recommended way first. One place is enough. */
export function proofInstructions(proof: ProofToPublish): ProofInstructions[] {
  return PROOF_METHODS.map((method) => ({ method, ...METHODS[method].instructions(proof) }));
}
