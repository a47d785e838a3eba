import { DirectoryError } from '../directory/errors.ts';
import { domainSchema, toRecord } from '../directory/record.ts';
import type { OperationContext } from './context.ts';
import { domainInput } from './domain-input.ts';
import { defineOperation } from './operation.ts';
import { ownDomain } from './require-owned-domain.ts';
import { unknownDomain } from './unknown-domain.ts';

export const recrawlSite = defineOperation({
  name: 'recrawlSite',
  summary: 'Visit a domain now.',
  description:
    'Crawls the domain at once and answers the new record. A definitive result counts without a second look. Once per 10 minutes.',
  access: 'owner',
  input: domainInput,
  output: domainSchema,
  run: async (context: OperationContext, input) => {
    const domain = ownDomain(context, input.domain);
    const { allowed, retryAfterS } = await context.store.takeRecrawl(domain);
    if (!allowed) {
      throw new DirectoryError('recrawl.too_soon', `${domain} can be recrawled again in ${retryAfterS} s.`, {
        retryAfterS,
      });
    }
    await context.recrawl(domain);
    const facts = await context.store.lookup(domain);
    if (!facts) throw unknownDomain(domain, context.baseUrl);
    return toRecord(facts, context.baseUrl);
  },
});
