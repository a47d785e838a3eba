/**
 * Methods of proof, as in `via` and `method`. The recommended method comes first. `src/ownership/methods` defines
 * each.
 */
export const PROOF_METHODS = ['llms_txt', 'dns', 'meta', 'well_known'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];
