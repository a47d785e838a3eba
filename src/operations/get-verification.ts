import { type DomainRules, domainInput, parseDomainParam, requireTracked } from './domain-param.ts';
import { defineOperation } from './operation.ts';
import type { UsesStore } from './uses-store.ts';
import { SAMPLE_VERIFICATION, type ServiceIdentity, verificationFor, verificationSchema } from './verification.ts';

export type GetVerificationNeeds = DomainRules & ServiceIdentity & UsesStore<'getClaimStanding'>;

export const getVerification = defineOperation({
  name: 'getVerification',
  summary: 'Get the instructions to verify a domain.',
  description: 'The proof token of the caller for a domain and the four ways to publish it; any one suffices.',
  access: 'public',
  input: domainInput,
  output: verificationSchema,
  example: SAMPLE_VERIFICATION,
  http: {
    method: 'GET',
    path: '/v1/sites/{domain}/verification',
    quota: 'read',
    success: { 200: 'The caller’s proof token and the four ways to publish it.' },
    errors: ['domain.unknown', 'store.unavailable'],
  },
  run: async (needs: GetVerificationNeeds, input, caller) => {
    const domain = parseDomainParam(input.domain, 'name', needs);
    const standing = requireTracked(await needs.store.getClaimStanding(domain), domain, needs);
    const [claim] = caller.claimsFor(domain);
    return verificationFor(domain, claim, standing.generation, needs);
  },
});
