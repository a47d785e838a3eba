import { type DomainRules, domainInput, parseDomainParam } from '../domain-param.ts';
import { defineOperation } from '../operation.ts';
import type { UsesStore } from '../uses-store.ts';
import { SAMPLE_VERIFICATION, type ServiceIdentity, verificationFor, verificationSchema } from './verification.ts';

export type GetVerificationDeps = DomainRules & ServiceIdentity & UsesStore<'getClaimStanding'>;

export const getVerification = defineOperation({
  name: 'getVerification',
  summary: 'Get the instructions to verify a domain.',
  description:
    'Returns the caller’s proof token for a domain and the four ways to publish it. One way is enough. The domain does not have to be in the directory, because a found proof adds it.',
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
  run: async (deps: GetVerificationDeps, input, caller) => {
    const domain = parseDomainParam(input.domain, 'name', deps);
    const { generation, llms_txt: llmsTxt } = await deps.store.getClaimStanding(domain);
    const [claim] = caller.claimsFor(domain);
    return verificationFor({ domain, llmsTxt }, claim, generation, deps);
  },
});
