import { type DomainRules, domainInput, parseDomainParam } from './domain-param.ts';
import { defineOperation } from './operation.ts';
import type { UsesStore } from './uses-store.ts';
import { SAMPLE_VERIFICATION, type ServiceIdentity, verificationFor, verificationSchema } from './verification.ts';

export type GetVerificationNeeds = DomainRules & ServiceIdentity & UsesStore<'getClaimStanding'>;

export const getVerification = defineOperation({
  name: 'getVerification',
  summary: 'Get the instructions to verify a domain.',
  description:
    'The proof token of the caller for a domain and the four ways to publish it; any one suffices. The domain need not be in the directory: a proof that is found adds it.',
  access: 'public',
  input: domainInput,
  output: verificationSchema,
  example: SAMPLE_VERIFICATION,
  http: {
    method: 'GET',
    path: '/v1/sites/{domain}/verification',
    quota: 'read',
    success: { 200: 'The caller’s proof token and the four ways to publish it.' },
    errors: ['store.unavailable'],
  },
  run: async (needs: GetVerificationNeeds, input, caller) => {
    const domain = parseDomainParam(input.domain, 'name', needs);
    const { generation, llms_txt: llmsTxt } = await needs.store.getClaimStanding(domain);
    const [claim] = caller.claimsFor(domain);
    return verificationFor({ domain, llmsTxt }, claim, generation, needs);
  },
});
