import { domainSchema, toRecord } from '../directory/record.ts';
import { componentsSchema } from '../directory/state.ts';
import type { OperationContext } from './context.ts';
import { domainInput } from './domain-input.ts';
import { defineOperation } from './operation.ts';
import { nameDomain } from './parse-domain-param.ts';
import { unknownDomain } from './unknown-domain.ts';

/** The record and, as the page shows them, the components of its authority. */
export const pageSchema = domainSchema.extend({
  components: componentsSchema.describe('Components of the authority, 0–100 each, null when unknown.'),
});

export const getPage = defineOperation({
  name: 'getPage',
  summary: 'Read the page of one domain as data.',
  description:
    'The record of a domain together with the components of its authority: reach, trust, quality, freshness.',
  access: 'public',
  input: domainInput,
  output: pageSchema,
  run: async (context: OperationContext, input) => {
    const domain = nameDomain(context, input.domain, 'name');
    const detail = await context.store.getDetail(domain);
    if (!detail) throw unknownDomain(domain, context.baseUrl);
    return { ...toRecord(detail.facts, context.baseUrl), components: detail.components };
  },
});
