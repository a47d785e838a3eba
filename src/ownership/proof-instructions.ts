import { PROOF_METHODS, type ProofMethod } from '../directory/proof-methods.ts';
import type { MethodInstructions, Service } from './methods/method.ts';
import { METHODS } from './methods/methods.ts';

export interface ProofInstructions extends MethodInstructions {
  readonly method: ProofMethod;
}

/** The ways to publish `token` for `domain`, the recommended one first; any one suffices. */
export function proofInstructions(domain: string, token: string, service: Service): ProofInstructions[] {
  return PROOF_METHODS.map((method) => ({ method, ...METHODS[method].instructions({ domain, token, service }) }));
}
