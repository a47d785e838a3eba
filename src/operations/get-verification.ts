import type { Store } from '../store/store.ts';
import { domainInput } from './domain-input.ts';
import { defineOperation } from './operation.ts';
import { type DomainRules, parseDomainParam } from './parse-domain-param.ts';
import { unknownDomain } from './unknown-domain.ts';
import { type ServiceIdentity, verificationFor, verificationSchema } from './verification.ts';

export interface GetVerificationNeeds extends DomainRules, ServiceIdentity {
  readonly store: Pick<Store, 'getClaimStanding'>;
}

export const getVerification = defineOperation({
  name: 'getVerification',
  summary: 'Get the instructions to verify a domain.',
  description: 'The proof token of the caller for a domain and the four ways to publish it; any one suffices.',
  access: 'public',
  input: domainInput,
  output: verificationSchema,
  http: {
    method: 'GET',
    path: '/v1/sites/{domain}/verification',
    quota: 'read',
    success: { 200: 'The caller’s proof token and the four ways to publish it.' },
    errors: ['domain.invalid', 'domain.unknown', 'store.unavailable'],
  },
  run: async (needs: GetVerificationNeeds, input, caller) => {
    const domain = parseDomainParam(input.domain, 'name', needs);
    const standing = await needs.store.getClaimStanding(domain);
    if (!standing) throw unknownDomain(domain, needs.baseUrl);
    return verificationFor(domain, caller.claimFor(domain), standing.generation, needs);
  },
});
