import { domainSchema, toRecord } from '../directory/record.ts';
import type { OperationContext } from './context.ts';
import { domainInput } from './domain-input.ts';
import { defineOperation } from './operation.ts';
import { nameDomain } from './parse-domain-param.ts';
import { unknownDomain } from './unknown-domain.ts';

export const getDomain = defineOperation({
  name: 'getDomain',
  summary: 'Look up one domain.',
  description:
    'The record of a domain: status, authority, title, summary, where its llms.txt is, whether it is verified.',
  access: 'public',
  input: domainInput,
  output: domainSchema,
  run: async (context: OperationContext, input) => {
    const domain = nameDomain(context, input.domain, 'name');
    const facts = await context.store.lookup(domain);
    if (!facts) throw unknownDomain(domain, context.baseUrl);
    return toRecord(facts, context.baseUrl);
  },
});
