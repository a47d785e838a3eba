import { checkSchema } from './check-result.ts';
import type { OperationContext } from './context.ts';
import { domainInput } from './domain-input.ts';
import { defineOperation } from './operation.ts';
import { nameDomain } from './parse-domain-param.ts';

export const checkSite = defineOperation({
  name: 'checkSite',
  summary: 'Validate the llms.txt of a site.',
  description:
    'Fetches the llms.txt of any public domain now, says what is wrong and how to fix it, and shows what an agent would see. Nothing in the directory changes.',
  access: 'public',
  input: domainInput,
  output: checkSchema,
  run: async (context: OperationContext, input) => await context.check(nameDomain(context, input.domain, 'name')),
});
