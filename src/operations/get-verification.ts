import type { OperationContext } from './context.ts';
import { domainInput } from './domain-input.ts';
import { defineOperation } from './operation.ts';
import { nameDomain } from './parse-domain-param.ts';
import { unknownDomain } from './unknown-domain.ts';
import { verificationFor, verificationSchema } from './verification.ts';

export const getVerification = defineOperation({
  name: 'getVerification',
  summary: 'Get the instructions to verify a domain.',
  description: 'The proof token of the caller for a domain and the four ways to publish it; any one suffices.',
  access: 'public',
  input: domainInput,
  output: verificationSchema,
  run: async (context: OperationContext, input) => {
    const domain = nameDomain(context, input.domain, 'name');
    const standing = await context.store.getClaimStanding(domain);
    if (!standing) throw unknownDomain(domain, context.baseUrl);
    return verificationFor(context, domain, standing.generation);
  },
});
