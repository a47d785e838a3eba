import { defineOperation } from '../../src/operations/operation.ts';
import { verifySite } from '../../src/operations/verify-site.ts';

/** Verification by claim alone: behind one address of agents, "the token of this client" is nobody's. */
export const verifyWithClaim = defineOperation({
  ...verifySite,
  input: verifySite.input.extend({
    claim: verifySite.input.shape.claim.unwrap().describe('The claim that register_domain returned.'),
  }),
});
