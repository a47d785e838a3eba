import { z } from 'zod';
import { BENEFITS } from '../directory/record.ts';
import { statusSchema } from '../directory/state.ts';
import { paths } from '../directory/urls.ts';
import type { OperationContext } from './context.ts';
import { domainInput } from './domain-input.ts';
import { defineOperation } from './operation.ts';
import { nameDomain } from './parse-domain-param.ts';
import { verificationFor, verificationSchema } from './verification.ts';

export const registrationSchema = z.object({
  domain: z.string(),
  status: statusSchema,
  queued: z.boolean().describe('True when this request has added the domain and queued its first crawl.'),
  lookup: z.url().describe('URL of the record.'),
  verification: verificationSchema,
  benefits: z.array(z.string()).describe('What a verified owner gets.'),
});

export const registerSite = defineOperation({
  name: 'registerSite',
  summary: 'Add a domain to the directory.',
  description:
    'Registers a domain (or the domain of an http(s) URL) and queues its crawl. Answers with the instructions to verify it, also when it is tracked already.',
  access: 'public',
  input: domainInput,
  output: registrationSchema,
  run: async (context: OperationContext, input) => {
    const domain = nameDomain(context, input.domain, 'name-or-url');
    // The store decides who was first: of ten requests at once, one is told that it has queued the crawl.
    const { added } = await context.store.track([domain]);
    if (added > 0) context.queued(domain);
    // A domain that was removed and comes back has its generation still, and nothing else.
    const standing = await context.store.getClaimStanding(domain);
    return {
      domain,
      status: standing?.basis.status ?? 'pending',
      queued: added > 0,
      lookup: `${context.baseUrl}${paths.lookup(domain)}`,
      verification: verificationFor(context, domain, standing?.generation ?? 0),
      benefits: [...BENEFITS],
    };
  },
});
