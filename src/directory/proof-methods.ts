/** How a proof is found: the values of `via` and of `method`, the recommended one first. Each is defined in src/ownership/methods. */
export const PROOF_METHODS = ['llms_txt', 'dns', 'meta', 'well_known'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];
